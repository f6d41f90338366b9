"""Words of everyday English that are also names, names that are also places or famous, and words that begin sentences.

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
    ruth lee bob tom ted josh harry hank rod kit kay jill jenny sally ken norm gore dole trump victor regent lei
   
    ambler aspen badger bailiff barley basin beach beacon beam beech bender bidder blood bloom blossom board
    boatman bolt bone boot booth bottom bounds bowman box branch brand brass brew brewer brick bride broad broom
    buckle bullock bundle burden burn buss cable camp candle candy cane cannon canon caper carver chalk chamber
    chandler chaplain cheese chew child childs clarity clerk close cloud coal coffin colt comfort constant coop
    coral core corner coward crab craft crisp croft crook crouch crow cruise cup damper dance dark deacon deal
    deck deer dial diamond dime ditch dodge dolly dove downs draper draw driver dry duck dull dunk eagle early
    earnest edge ember fair fairy falcon fall farm farrier farthing fawn fear feather fell fence fern fielding
    fin fine fitter flag fleet flint flood flora fog forester fort fortune foster fountain fowl frame freed
    freedom freeman fresh friar friend fry full gain gallant gallop gamble game garland garnet gentle gentry
    gift given glass glaze glory gloss goods gosling grain grand grant graves grind groom gross ground gull
    gunner hack haddock hale hammer handy hardy hare hatch haven hay hazard heard heart hedge held hide hides
    high hind hobby hold hole hollow hood hook hooker hoop hooper horn horse hound hunger hurry hurt husband
    inch ingot inn jackal jay jewel joiner jump keel keeper kettle keys kidney kind kindred kings kite kitty
    knife knot lace lad lamp land landing larder lark last laurel lavender leaf lean leaper leather leaver
    legend light lilac lime line link lion lively loader lock lodge loft loom loop loss loud low luck lucky lump
    lusty mace maiden main mallard malt man manly manners manor maple mariner marker market marrow mash mast
    master match maverick mead meadow mean measures mercer merchant merit mike mild milk miner mink mint mist
    mole monger morrow moss moth mount mountain mouse mull mustard myrtle nail nation needle nest nettle new
    nickel nightingale nook noon norman nun nurse oaks oats ocean onion opal orange orchard organ otter over owl
    pack packer paddock pain paint painter palm pan pane pansy paradise pardon parish parrot parson part
    partridge pass paste patch pattern pay pea peak pear peel peg pen perch perfect perk petal petty picket
    pickle pilgrim pine pipe pitcher place plank plant plumb plume pod pointer pole pond poor pop pork portal
    post pot pounder powder priestly prim primrose proper proud pump punch purse quail quarrel quick quill
    rabbit rack raft rainbow raisin ram ramble ransom rash raven rays reach reason red redhead reel reeve rider
    ridge riding ring ripple river roach road robin roger roll rook room root rope round rover rule rumble rust
    rye saddler sailor sample sampler satin saw scales scarlet scholar scout seal seaman seed self serenity
    sessions settle shade shark sheep sheet shell shelter sherry shine ship shipman shore shot shovel show
    shower shutter simple skill skinner slack slate slaughter slender smart smooth snail snipe sole song sorrow
    soul spark sparrow spell spender spice spirit spoon sport springer spruce square stable stack staff stag
    stain stair stall stamp standard standing stark starling start steep steer step stew stick stiles still
    stock storey story straight strand strange straw stream strike style such sunny supple surgeon swallow sweep
    sweeting swing tack tailor talent talker tally tanner tapper tart taster tawny teal tear tease temper
    temperance tempest tench term test thatch thatcher thick thistle thrasher thrift thrower thrush thursday
    tide tiger tiller tilt timber tinker tint toast toll tongue tooth torch tow town trader train trapper tray
    treasure tree trim trout trow true trust truth tuck tuesday tumbler turnip turtle twine twist underwood
    unity upright usher vale valentine vane varnish vault velvet venison vest vine vinegar viola viper virtue
    vogue wagon wait wake wallet wand wander ware warm warrior wash watch watcher water waterman waters wax
    wealth weather wedge wednesday week whale wheat wheel wheeler whisker whistler wick wide wild willing willow
    wind winding window wine wing wings wink winner wire wish witty wonder woodcock woodman word work worker
    world worm wren writer yard yarrow yeast yeoman yield yoke zeal
    """.split()  # noqa: SIM905
)
"""Words of everyday English that are also names, or that a transcript may call a speaker by."""

FAMOUS = frozenset(
    """
    adams adenauer allende ardern asquith attlee baldwin balfour begin biden blair bonaparte brandeis brandt
    brezhnev brown bush byrd callaghan cameron campbell carter castro ceausescu chamberlain chavez chirac
    churchill cleveland clinton coolidge cromwell cuomo curie darwin deng desantis dewey disraeli dole douglas
    eden einstein eisenhower erdogan fillmore ford franco gandhi garfield gaulle ginsburg gladstone gorbachev
    gore grant hardie harding harper harris harrison hayek hayes heath hitler hollande holmes hoover
    howard hume jackson jefferson johnson juarez kant keating kennedy keynes khrushchev kim kissinger kohl
    lee lenin lincoln lloyd lula luther macarthur macdonald macmillan macron madison malcolm mandela mao
    marcos marshall marx mbeki mccain mccarthy melbourne menzies merkel merz milei mitterrand modi monroe
    montgomery morrison mountbatten mussolini nasser nehru nelson newton nixon nozick obama orban orwell palin
    palme palmerston park patton peel peron pershing pitt plato polk pompidou powell putin rabin rawls
    reagan roberts robinson rommel romney roosevelt rudd rumsfeld salisbury sanchez sanders sarkozy scalia
    scholz schroeder sharon sherman smith smuts socrates sotomayor stalin starmer sukarno sunak taft taylor
    thatcher thomas tito trotsky trudeau truman trump truss turnbull tyler voltaire wallace walpole warren
    washington wellington whitlam wilberforce wilson wolsey xi yeltsin zelensky
    """.split()  # noqa: SIM905
)
"""Surnames of statesmen, generals, judges and thinkers whom debates cite: "Chancellor Brandt" is seldom a speaker."""

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
    whatever whoever wherever whichever whenever among amid around behind beneath beside concerning down given
    including inside off onto out outside round throughout toward towards up never always often sometimes surely
    certainly clearly thus hence therefore nevertheless nonetheless furthermore meanwhile few several tomorrow fourth
    fifth lastly twice suppose imagine notice recall ought
    """.split()  # noqa: SIM905
)
"""Words that have a capital at the beginning of a sentence without being a name."""

NAMES_BEFORE_ALL = frozenset({"will", "may", "an"})
"""Function words that are common names as well, and that no verb of saying follows unless they are names."""

VERBS = frozenset(
    """
    said born bore broke brought came chose drove felt fought found gave got grew hung kept knew laid led left lent lit
    lost made met paid put ran rang rung sang sat sold sent shook shut sung slept spent stood stuck stung sunk swam
    swung taught thought threw told took tore went won wore wrote rose makes takes going being doing living
    """.split()  # noqa: SIM905
)
"""Verbs of everyday English that are also names, whatever ending they have."""

SHORT_WORDS = frozenset(
    """
    ban bang bin bun bus cab car cat chin cot cut den dig dim din dog dot dub due dun ear eat egg end eye fan fang far
    fat fee few fig fit fly fun gang gap gas get gong gum gun gut ham hat hen hit hot hug hut ice ill jam jar job key
    kid lad lam lap lid lip lot low mad map mat men mid mud mug net nut odd oil pad pang pin pit pot pub pug rag rat raw
    rim rip row rub rug run sad set sew shy sin sip sit ski son tag tail tan tang tap tea ten tie tin tip toe ton tong
    top toy try tub van vow war wax way wet wig win wit yell yen zip
    """.split()  # noqa: SIM905
)
"""Short words of everyday English that names of other languages are spelt like."""

_PLURALS = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))


def is_ordinary(name: str) -> bool:
    """Return whether a name is also a word of everyday English, or its plural: "grace", "summers"."""
    word = name.lower()
    if word in FUNCTION_WORDS or word in VERBS or word in SHORT_WORDS:
        return True
    singulars = (word.removesuffix(plural) + ending for plural, ending in _PLURALS if word.endswith(plural))
    return word in ORDINARY or any(singular in ORDINARY for singular in singulars)
