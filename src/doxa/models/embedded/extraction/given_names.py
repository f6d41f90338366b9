"""Given names, by which a label in front of a line ("Anna: …") is told to be a speaker's and not a matter ("Cost: …").

Names that are words as well (Faith, Grace, Will, Mark, Joy, Art) are left out: a label of these is told by other signs.
"""

from doxa.models.embedded.extraction.words import word_set

GIVEN_NAMES = word_set(
    """
    aaron abdul abigail ada adam adrian agnes ahmed aiko aisha alan albert alejandro alex alexander alexandra alfred
    ali alice alison amanda amber amelia amir amy ana anders andre andrea andreas andrew andy angela anika anita anja
    ann anna anne annie anthony antonio arjun arthur asha astrid barbara beatrice ben benjamin bernard beth bianca bob
    boris brandon brenda brian bridget bruno caleb cameron camille carl carla carlos carmen carol caroline carolyn
    catherine cathy cecilia charles charlie charlotte chen chiara chloe chris christian christina christine
    christopher claire clara claudia colin connor craig cynthia daisuke daniel daniela darren dave david deborah
    deepak denise dennis derek diana diego dimitri dmitri dominic donald donna dora doris dorothy douglas duncan dylan
    edgar edith eduardo edward eileen elaine elena elias eliza elizabeth ella ellen elliot elsa emil emilia emily emma
    emmanuel eric erica erik erin esther ethan eugene eva evan evelyn fatima felix fernando fiona florence frances
    francesca francis francisco franz fred frederick frida gabriel gareth gary gavin geoffrey george gerald gerard
    gianni gilbert giovanni giulia gloria gordon graham greg gregory greta gustav hana hannah harold harriet harry
    hassan heather hector heidi helen helena helga henrik henry hiroshi hugo hussein ian ibrahim ida ingrid irene
    irina isaac isabel isabella ivan jacob jacqueline jake james jamie jan jana jane janet jasmine jason javier jeff
    jeffrey jennifer jenny jeremy jerome jessica jim joan joanna joe joel johan johanna john jonah jonas jonathan
    jorge jose josef joseph joshua juan judith julia julian julie juliet justin kamal karen karin karl kate katherine
    kathleen kathy katie keith kelly kenji kenneth kevin khalid kim klaus kumar kwame kyle lars laura lauren leah
    leila lena leo leon leonard leonardo lewis liam lily linda lisa liz lorenzo louis louise luca lucas lucia lucy
    luis lukas luke lydia magnus malik marco marcus margaret maria marian marianne marie marina mario marion marta
    martha martin mary mateo mathias matilda matt matthew maureen maya megan mehmet mei melanie melissa michael
    michelle miguel mike mila miriam mohamed mohammed molly monica monika muhammad nadia nancy naomi natalie natasha
    nathan neil nicholas nick nicola nicole nigel nikolai nina noah nora norman oliver olivia omar oscar otto pablo
    paola patricia patrick paul paula pavel pedro penelope peter philip philippa phoebe pierre piotr priya rachel
    rafael raj rajesh ralph ramon raymond rebecca richard rita robert roberto robin rodrigo roger roland ronald rosa
    rosie ruth ryan sabine sally salma sam samantha samir samira samuel sandra sanjay sara sarah scott sean sebastian
    sergei sergio sharon sheila simon sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart
    susan suzanne sven sylvia takeshi tamara tanja tanya tariq tatiana ted teresa thea theo theodore theresa thomas
    tim timothy tina toby tom tomas tony tracy ulrich ursula valentina valerie vanessa vera veronica victor victoria
    vikram vincent violet virginia vivian vladimir walter wei wendy william yasmin yuki yusuf yvonne zachary zahra zoe
    """
)
