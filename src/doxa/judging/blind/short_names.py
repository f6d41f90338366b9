"""Short forms of first names: "Sam" for Samuel, "Toby" for Tobias, "Bill" for William.

A table holds the forms that no rule gives; the rule holds for names of any language: a beginning of the name, with or
without an ending of endearment ("Sam", "Sammy"), or a long enough end of the name ("Hanna" for Johanna).
"""

import re

_FORMS = """
    abigail: abby gail, albert: bert al bertie, alexander: alex sandy xander sasha alec lex, alexandra: alex
    sandy lexi sasha, alfred: fred alf alfie, alice: ali, andrew: andy drew, anthony: tony ant, antony: tony
    ant, barbara: barb babs, benjamin: ben benny, bernard: bernie, bridget: bridie biddy, caroline: caz carrie,
    catherine: kate cathy katie cat kitty, charles: charlie chuck chaz, charlotte: lottie charlie, christine:
    chris tina, christina: chris tina, christopher: chris kit, clifford: cliff, cynthia: cindy, daniel: dan
    danny, david: dave davey, deborah: debbie deb, derek: del, donald: don donnie, dorothy: dot dolly, edward:
    ed eddie ted ned teddy, eleanor: ellie nell nora, elizabeth: liz beth lizzie betty eliza libby bess, emily:
    em millie, eugene: gene, frances: fran frankie, francis: frank fran frankie, frederick: fred freddie,
    gabriel: gabe, george: georgie, gerald: gerry jerry, gerard: gerry, gregory: greg, harold: harry hal,
    harriet: hattie, helen: nell, helena: lena nell, henry: harry hank hal, isabel: bella izzy, isabella: bella
    izzy, jacob: jake, james: jim jimmy jamie, jane: janey, janet: jan, jeffrey: jeff, geoffrey: geoff jeff,
    jennifer: jen jenny, jeremy: jerry, jessica: jess, joan: joanie, johanna: jo hanna hannah, john: jack
    johnny, jonathan: jon jonny, joseph: joe joey, josephine: josie jo, joshua: josh, judith: judy, julian:
    jules, katherine: kate kathy katie kat kit, kathleen: kath kathy, kenneth: ken kenny, lawrence: larry
    laurie, leonard: len lenny leo, lewis: lew, louis: lou louie, louise: lou, lucille: lucy, margaret: maggie
    meg peggy marge greta madge rita, marcus: mark marc, martha: marty, martin: marty, mary: molly polly,
    matthew: matt, matilda: tilly, maximilian: max, melissa: mel lissa, michael: mike mick mickey, michelle:
    shelly, mikhail: misha, mohammed: mo, muhammad: mo, nancy: nan, nathaniel: nate nathan nat, nicholas: nick
    nicky, nicola: nicky, oliver: ollie, pamela: pam, patricia: pat trish patty tricia, patrick: pat paddy,
    penelope: penny, peter: pete, philip: phil, phillip: phil, priscilla: cilla, prudence: pru, rachel: rae,
    raymond: ray, rebecca: becky becca, richard: dick rick richie rich dickie, robert: bob rob bobby robbie
    bert, roberta: bobbie, roger: rodge, ronald: ron ronnie, rosemary: rose rosie, samantha: sam, samuel: sam,
    sarah: sally sadie, sebastian: seb bas, sophia: sophie, stanley: stan, stephen: steve steph, steven: steve,
    stuart: stu, susan: sue susie suzy, susanna: sue, suzanne: sue suzy, terence: terry, theodore: ted theo
    teddy, theresa: tess terry, teresa: tess terry, thomas: tom tommy, timothy: tim, tobias: toby, valerie: val,
    veronica: ronnie, victoria: vicky tori, vincent: vince, virginia: ginny, walter: walt wally, wilhelm: willi
    willy, william: bill will billy willy liam, winifred: winnie, zachary: zack
"""

_TABLE: dict[str, frozenset[str]] = {
    name.strip(): frozenset(forms.split()) for name, forms in (entry.split(":") for entry in _FORMS.split(","))
}

_ENDEARING = re.compile(r"(?:ie|ey|[yios]|es)$")

LONG_END = 4
"""How many letters the end of a name has that can stand for the name."""

LONG_STEM = 3
"""How many letters of the beginning are kept where an ending of endearment follows."""


def short_forms(name: str) -> frozenset[str]:
    """Return the short forms of a first name that the table holds, in small letters."""
    return _TABLE.get(name.lower(), frozenset())


def is_short_for(short: str, name: str) -> bool:
    """Return whether one word can be the short form of a first name: "Sam", "Sammy" for Samuel, "Hanna" for Johanna."""
    short, name = short.lower(), name.lower()
    if short == name or len(short) < 2:
        return False
    if short in short_forms(name) or name.startswith(short):
        return True
    stem = _ENDEARING.sub("", short)
    single = re.sub(r"(.)\1$", r"\1", stem)  # Sammy, Sam
    if (
        any(len(beginning) >= LONG_STEM and name.startswith(beginning) for beginning in (stem, single))
        and stem != short
    ):
        return len(short) <= len(name)
    return len(short) >= LONG_END and name.endswith(short)


def are_forms_of_one(first: str, second: str) -> bool:
    """Return whether one of two first names can be short for the other, or both are short for a third."""
    if is_short_for(first, second) or is_short_for(second, first):
        return True
    pair = {first.lower(), second.lower()}
    return any(pair <= forms for forms in _TABLE.values())
