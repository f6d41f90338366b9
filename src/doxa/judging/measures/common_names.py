"""Words of everyday English that are also names, names that are also places, and words that begin sentences.

They are lists of words and nothing else: one word more is one mistake fewer.
"""

ORDINARY = frozenset(
    """
    will mark grace rose may hope faith frank bill rich art dean king young page price stone hill wood green brown
    black white gray grey long short cook baker bishop bell carter case chance june april august joy penny sue jack
    guy miles ray dale glen lane rob pat drew gene chuck dick van christian english french love power sharp small
    wise best good law church day north south east west field banks brooks woods rivers summer winter student
    speaker member first second third one two three bush ford fox wolf bird fish swan drake crane finch lamb bull
    hart buck hawk peacock pope abbot prior monk priest knight squire marshal constable sheriff sergeant butler
    porter steward chamberlain chancellor judge parker gardener farmer miller smith potter mason carpenter sawyer
    cooper turner fisher hunter archer fowler shepherd weaver dyer fuller walker barber glover brook bridge bridges
    wells well pool lake marsh moor heath forest grove reed rush thorn flower flowers lily violet daisy ivy heather
    iris olive hazel holly jasmine poppy ruby pearl amber jade crystal gold silver steel iron ash oak elm birch
    berry cherry plum peach bean rice pepper salt sugar honey cotton silk wool major noble royal prince duke earl
    baron count lord queen star moon sun sky storm rain snow frost spring autumn night friday march christmas easter
    angel saint heaven cross temple chapel parsons moody strong swift bright savage stern blunt keen gay merry jolly
    meek moral just justice prudence patience charity mercy verity honor constance felicity trinity destiny liberty
    harmony melody carol dawn eve gale misty sandy rusty dusty rocky cliff clay sand rock lance pierce chase hunt
    fields park parks street way house hall home castle tower gates gate wall walls barn mill mills book read reader
    flat minor drum piper harper singer player dancer bond cash money sales pound dollar crown act steal nick peter
    don dot bud sonny junior max basil sage rosemary ginger herb skip tab wade ward warren woody old elder ball
    bacon ham veal roe pike bass salmon herring cod race speed fast little tall large big stout thin rude legal can
    might foot head hand hands arm beard hair lovely sweet darling dear better goodman blessed bless worth worthy
    force war battle peace sword spear shield bow arrow german welsh scott irish holland england france lincoln
    washington israel jordan chad china india kenya georgia virginia florence austin dallas houston chelsea asia
    america sterling mayor voice host guest chair moderator audience government opposition proposition affirmative
    negative pro con prop opp team side panel narrator interviewer presenter questioner unknown somebody anybody
    nobody he she they we you prime minister president secretary leader deputy whip opening closing opponent
    proponent
    ruth lee bob tom ted josh harry hank rod kit kay jill jenny sally ken ernest norm gore dole trump victor regent lei
    noor ali
    """.split()  # noqa: SIM905
)
"""Words of everyday English that are also names, or that a transcript may call a speaker by."""

PLACES = frozenset(
    """
    jordan chad china india kenya georgia virginia florence austin dallas houston chelsea asia america england
    france holland israel ireland wales lincoln washington jackson orlando preston kent derby chester lancaster york
    paris london sydney victoria adelaide charlotte madison troy verona siena vienna geneva milan santiago cuba
    berlin hamburg moscow savannah brooklyn carolina dakota montana nevada phoenix devon cornwall essex sussex
    durham bath hill church park
    """.split()  # noqa: SIM905
)
"""Names of people that are also places."""

FUNCTION_WORDS = frozenset(
    """
    a an the and but or nor so yet for as at by in of on to from with without about against between into through
    during before after above below under over again further then once here there when where why how what who whom
    whose which while because since until unless although though if whether than that this these those he she it
    they we you i my your his her its our their me him us them is are was were be been being am do does did has have
    had can could will would shall should may might must not no yes now today tonight yesterday well let thank
    thanks dear poor perhaps maybe even just only both either neither each every all some any many most much more
    less first second third next last finally unlike like ask asks asked tell tells told give gives gave take see
    look hear listen remember forget note consider still also too instead indeed besides moreover however otherwise
    nothing nobody everything everybody somebody good another other others such same believe say says said call meet
    ladies gentlemen friends members everyone along according despite except near past per regarding upon via within
    beyond oh ah ok okay right fine sorry please welcome
    """.split()  # noqa: SIM905
)
"""Words that have a capital at the beginning of a sentence without being a name."""
