"""The words of Popeye's input language in English, French and German, with their meanings.

Words may be abbreviated to two letters or more as long as they are unambiguous. A bar marks a longer minimum, where
Popeye or this package has another word with the same beginning: "Castl|ingChess".
"""
from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from feerie.base.errors import Message, ProblemError, conjoined, nearest
from feerie.rules.condition import split_squares

__all__ = ["BEGIN", "COLOURS", "COMMANDS", "CONDITIONS", "HOLE", "KINDS", "LANGUAGES", "NUMBERS", "OPTIONS",
           "PROMOTION", "SETS", "SETTINGS", "TEXTS", "TWINNINGS", "UNCOLOURED", "VARIANTS", "Table", "begins_word",
           "condition_word", "find_word", "fold", "nearest_language", "option_word", "root_of", "suggestion", "word"]

LANGUAGES = ("en", "fr", "de")
SHORTEST = 2

Table = Mapping[str, tuple[str, str, str]]
"""Words in English, French and German by what they mean."""

BEGIN: Table = {"begin": ("Beg|inProblem", "Deb|utProbleme", "Anf|angProblem")}

COMMANDS: Table = {
    **BEGIN,
    "next": ("Nex|tProblem", "ASu|ivre", "Weit|eresProblem"),
    "end": ("End|Problem", "Fin|Probleme", "End|eProblem"),
    "author": ("Author", "Auteur", "Autor"),
    "source": ("Origin", "Source", "Quelle"),
    "title": ("Title", "Titre", "Titel"),
    "award": ("Award", "Prix", "Auszeichnung"),
    "remark": ("Remark", "Remarque", "Bemerkung"),
    "condition": ("Condition", "Condition", "Bedingung"),
    "option": ("Option", "Option", "Option"),
    "stipulation": ("Stipulation", "Enonce", "Forderung"),
    "structured": ("SStipulation", "SEnonce", "SForderung"),
    "pieces": ("Pieces", "Pieces", "Steine"),
    "forsyth": ("Forsyth", "Forsyth", "Forsyth"),
    "array": ("InitialGameArray", "PositionInitialePartie", "PartieAnfangsstellung"),
    "twin": ("Twin", "Jumeau", "Zwilling"),
    "zeroposition": ("ZeroPosition", "ZeroPosition", "NullStellung"),
    "protocol": ("Protocol", "Protocol", "Protokoll"),
    "latex": ("LaTeX", "LaTeX", "LaTeX"),
    "latex pieces": ("LaTeXP|ieces", "PiecesL|aTeX", "LaTeXS|teine"),
}

TEXTS = ("author", "source", "title", "award", "remark", "protocol", "latex")
"""Commands whose argument is the rest of the line."""

COLOURS: Table = {
    "white": ("White", "Blanc", "Weiss"),
    "black": ("Black", "Noir", "Schwarz"),
    "neutral": ("Neutral", "Neutre", "Neutral"),
}

KINDS: Table = {
    "royal": ("Royal", "Royale", "Koeniglich"),
    "kamikaze": ("Kamikaze",) * 3,
    "paralysing": ("Paralysing", "Paralysante", "Paralysierend"),
    "chameleon": ("Chameleon", "Cameleon", "Chamaeleon"),
    "jigger": ("Jigger",) * 3,
    "volage": ("Volage",) * 3,
    "officiating": ("Functionary", "Fonctionnaire", "Beamtet"),
    "halfneutral": ("HalfNeutral", "DemiNeutre", "HalbNeutral"),
    "hurdle colour changing": ("HurdleColourChanging", "CouleurEchangeantSautoir", "SprungbockFarbeWechselnd"),
    "protean": ("Protean", "Protee", "Proteisch"),
    "magic": ("Magic", "Magique", "Magisch"),
    "uncapturable": ("Uncapturable", "Imprenable", "Unschlagbar"),
    "patrolling": ("Patrol", "Patrouille", "Patrouille"),
    "frischauf": ("Frischauf",) * 3,
    "bul": ("Bul",) * 3,
    "dob": ("Dob",) * 3,
    "anda": ("Anda",) * 3,
    "anda inverse": ("AndaInverse", "AndaInverse", "AndaInvers"),
    "alice a": ("AliceA",) * 3,
    "alice b": ("AliceB",) * 3,
    "total invisible": ("TotalInvisible", "TotalInvisible", "TotalUnsichtbar"),
}
"""What Popeye puts before men of special powers; those of them that exist here are traits (see `rules.trait`)."""

HOLE: Table = {"hole": ("Hol|e", "Tro|u", "Loc|h")}
"""The condition that takes squares from the board, which follow it."""

PROMOTION: Table = {"promotion": ("PromO|nly", "PromS|eul", "UWn|ur")}
"""The condition that lists, by their letters, what alone men promote to."""

TWINNINGS: Table = {
    "continued": ("Continued", "EnPlus", "Ferner"),
    "move": ("Move", "Deplacement", "Versetze"),
    "exchange": ("Exchange", "Echange", "Tausche"),
    "add": ("Add", "Ajoute", "Hinzufuegen"),
    "remove": ("Remove", "Ote", "Entferne"),
    "substitute": ("Substitute", "Remplace", "Ersetze"),
    "rotate": ("Rotate", "Rotation", "Drehung"),
    "mirror": ("Mirror", "Miroir", "Spiegelung"),
    "shift": ("Shift", "Translation", "Verschiebung"),
    "colours": ("PolishType", "CouleurEchange", "Farbwechsel"),
    "stipulation": COMMANDS["stipulation"],
    "structured": COMMANDS["structured"],
    "condition": COMMANDS["condition"],
}

CONDITIONS: Table = {
    "chess960": ("Chess960|",) * 3,
    "roque": ("Castl|ingChess", "EchecsRo|que", "Roc|hadeSchach"),
    "rokagogo": ("Rok|agogo", "Rok|agogo", "Rok|agogo"),
    "platzwechselrochade-popeye": ("Exch|angeCastling", "EchangeRoq|ue", "PlatzwechselR|ochade"),
    "platzwechselrochade": ("ExchangeCastlingF|ree",) * 3,
    "rex-multiplex": ("RexM|ultiplex",) * 3,
    "ultra-rex-multiplex": ("UltraR|exMultiplex",) * 3,
    "siamois": ("Siam|eseKings", "Siam|ois", "Siam|esischeKoenige"),
    "rollerball": ("Roller|ball",) * 3,
    "rollerball-literal": ("RollerballL|iteral",) * 3,
    "circe": ("Circe|",) * 3,
    "mirror-circe": ("MirrorCirce|", "CirceMalefique|", "SpiegelCirce|"),
    "file-circe": ("FileC|irce", "FileCirce|", "FileC|irce"),
    "mirror-file-circe": ("MirrorFileC|irce", "FileCirceMalefique", "SpiegelFileC|irce"),
    "rank-circe": ("RankCirce",) * 3,
    "symmetry-circe": ("SymmetryCirce", "CirceSymetrique", "SymmetrieCirce"),
    "vertical-symmetry-circe": ("VerticalSymmetryCirce", "CirceSymetriqueVerticale", "VertikaleSymmetrieCirce"),
    "horizontal-symmetry-circe": ("HorizontalSymmetryCirce", "CirceSymetriqueHorizontale",
                                  "HorizontaleSymmetrieCirce"),
    "antipodean-circe": ("AntipodeanCirce", "CirceAntipoden", "AntipodenCirce"),
    "diametral-circe": ("DiametralCirce", "CirceDiametrale", "DiametralCirce"),
    "vertical-mirror-circe": ("VerticalMirrorCirce", "CirceMalefiqueVerticale", "VertikalesSpiegelCirce"),
    "pwc": ("PW|C", "CirceEc|hange", "PlatzwechselC|irce"),
    "diagram-circe": ("DiagramC|irce", "CirceDiag|ramme", "DiagrammC|irce"),
    "clone-circe": ("CirceC|lone", "CirceClone|", "CirceC|lone"),
    "mirror-clone-circe": ("MirrorCirceC|lone", "CirceCloneMalefique", "SpiegelCirceC|lone"),
    "couscous-circe": ("CouscousCirce", "CirceCouscous", "CouscousCirce"),
    "mirror-couscous-circe": ("MirrorCo|uscousCirce", "CirceCouscousMalefique", "SpiegelCo|uscousCirce"),
    "chameleon-circe": ("ChameleonC|irce", "CirceCameleon", "ChamaeleonC|irce"),
    "turncoats-circe": ("CirceDoubleAgents", "CirceDoubleAgents", "DoppelAgentenCirce"),
    "double-agents-circe": ("CirceTurncoats", "CirceTurncoats", "TurncoatCirce"),
    "equipollents-circe": ("EquipollentsC|irce", "CirceEq|uipollents", "EquipollentsC|irce"),
    "assassin-circe": ("CirceA|ssassin", "CirceAs|sassin", "As|sassinCirce"),
    "super-circe": ("SuperCirce",) * 3,
    "cage-circe": ("CageCirce", "CirceCage", "KaefigCirce"),
    "take-and-make-circe": ("CirceTake&Make",) * 3,
    "anticirce": ("AntiCi|rce", "AntiCirce|", "AntiCi|rce"),
    "mirror-anticirce": ("MirrorA|ntiCirce", "AntiCirceM|alefique", "AntiSpiegelC|irce"),
    "file-anticirce": ("FileA|ntiCirce", "AntiFileCirce|", "AntiF|ileCirce"),
    "mirror-file-anticirce": ("MirrorFileA|ntiCirce", "AntiFileCirceMalefique", "AntiSpiegelFileCirce"),
    "symmetry-anticirce": ("SymmetryAntiCirce", "AntiCirceSymetrique", "AntiSymmetrieCirce"),
    "vertical-symmetry-anticirce": ("VerticalSymmetryAntiCirce", "AntiCirceSymetriqueVerticale",
                                    "VertikaleAntiSymmetrieCirce"),
    "horizontal-symmetry-anticirce": ("HorizontalSymmetryAntiCirce", "AntiCirceSymetriqueHorizontale",
                                      "HorizontaleAntiSymmetrieCirce"),
    "antipodean-anticirce": ("AntipodeanAntiCirce", "AntiCirceAntipoden", "AntiAntipodenCirce"),
    "diagram-anticirce": ("DiagramA|ntiCirce", "AntiCirceD|iagramme", "AntiD|iagrammCirce"),
    "equipollents-anticirce": ("EquipollentsA|ntiCirce", "AntiCirceE|quipollents", "AntiEq|uipollentsCirce"),
    "clone-anticirce": ("AntiCloneCirce",) * 3,
    "super-anticirce": ("AntiSuperCirce",) * 3,
    "immune": ("ImmunC|hess", "Immun|", "Immuns|chach"),
    "mirror-immune": ("MirrorI|mmunChess", "ImmunM|alefique", "SpiegelI|mmunschach"),
    "file-immune": ("FileI|mmunChess", "ImmunFile|", "FileI|mmunSchach"),
    "mirror-file-immune": ("MirrorFileI|mmunChess", "ImmunFileMalefique", "SpiegelFileI|mmunSchach"),
    "symmetry-immune": ("SymmetryImmunChess", "ImmunSymmetrique", "SymmetrieImmunSchach"),
    "vertical-symmetry-immune": ("ImmuneVerticalSymmetry", "ImmuneSymetriqueVerticale", "ImmuneVertikaleSymmetrie"),
    "horizontal-symmetry-immune": ("ImmuneHorizontalSymmetry", "ImmuneSymetriqueHorizontale",
                                   "ImmuneHorizontaleSymmetrie"),
    "antipodean-immune": ("AntipodeanImmunChess", "ImmunAntipoden", "AntipodenImmunSchach"),
    "diagram-immune": ("DiagramI|mmunChess", "ImmunD|iagramme", "DiagrammI|mmunSchach"),
    "equipollents-immune": ("EquipollentsImmunChess", "ImmunEquipollents", "EquipollentsImmunSchach"),
    "geneva": ("GenevaChess", "EchecsGeneve", "GenferSchach"),
    "andernach": ("Ande|rnachChess", "EchecsAnd|ernach", "Ande|rnachSchach"),
    "anti-andernach": ("AntiA|ndernachChess", "EchecsAntiA|ndernach", "AntiAnd|ernachSchach"),
    "tibet": ("Tibet|", "Tibet|", "TibetSchach|"),
    "double-tibet": ("DoubleTibet", "DoubleTibet", "DoppeltibetSchach"),
    "hypervolage": ("Hypervolage",) * 3,
    "einstein": ("Ein|steinChess", "EchecsEin|stein", "Ein|steinSchach"),
    "reverse-einstein": ("Rev|ersalEinsteinChess", "Rev|ersEchecsEinstein", "Rev|ersesEinsteinSchach"),
    "anti-einstein": ("AntiE|insteinChess", "EchecsAntiE|instein", "AntiEi|nsteinSchach"),
    "chameleon-chess": ("ChameleonCh|ess", "EchecsCameleon", "ChamaeleonS|chach"),
    "relegation": ("RelegationChess", "Degradierung", "Degradierung"),
    "glasgow": ("GlasgowChess", "EchecsGlasgow", "GlasgowSchach"),
    "frankfurt": ("FrankfurtChess", "Francfort", "FrankfurtSchach"),
    "kobul-kings": ("KobulKings", "RoisKobul", "KobulKoenige"),
    "sentinelles": ("Sentinelles",) * 3,
    "white-oscillating-kings": ("WhiteOsc|illatingKings", "BlancRoisO|scillant", "WeisseOsz|illierendeKoenige"),
    "black-oscillating-kings": ("BlackOsc|illatingKings", "NoirRoisO|scillant", "SchwarzeOsz|illierendeKoenige"),
    "madrasi": ("Mad|rasi",) * 3,
    "isardam": ("Is|ardam",) * 3,
    "patrol": ("Patr|ouille", "Pat|rouille", "Patr|ouilleSchach"),
    "ultra-patrol": ("UltraP|atrol", "Ul|traPatrouille", "UltraP|atrouille"),
    "lortap": ("Lor|tap", "El|liuortap", "El|liuortap"),
    "provocation": ("Prov|ocationChess", "EchecsProv|acateurs", "Provok|ationSchach"),
    "functionary": ("Fun|ctionaryChess", "EchecsF|onctionnaire", "Be|amtenSchach"),
    "eiffel": ("Eif|felChess", "EchecsEif|fel", "EiffelS|chach"),
    "leffie": ("Lef|fie", "Leffie|", "Leffie|"),
    "central": ("Ce|ntralChess", "EchecsCe|ntral", "Ze|ntralSchach"),
    "immobilio": ("Immo|bilio", "Immobilio|", "Immobilio|"),
    "superguards": ("SuperG|uards", "Superga|rdes", "SuperD|eckungen"),
    "antiguards": ("AntiG|uards", "Antiga|rdes", "AntiDe|ckungen"),
    "shielded-kings": ("Sh|ieldedKings", "ShieldedKings|", "Schu|tzKoenige"),
    "multicaptures": ("Multi|Captures",) * 3,
    "cast": ("CASTC|hess", "CASTE|checs", "CASTS|chach"),
    "maximummer:black": ("BlackMaxi|mummer", "NoirMaxi|mum", "SchwarzerL|aengstzueger"),
    "maximummer:white": ("WhiteMaxi|mummer", "BlancMaxi|mum", "WeisserL|aengstzueger"),
    "minimummer:black": ("BlackMini|mummer", "NoirMini|mum", "SchwarzerK|uerzestzueger"),
    "minimummer:white": ("WhiteMini|mummer", "BlancMini|mum", "WeisserK|uerzestzueger"),
    "ultraschachzwang:black": ("BlackU|ltraSchachZwang", "NoirU|ltraSchachZwang", "SchwarzerU|ltraSchachZwang"),
    "ultraschachzwang:white": ("WhiteU|ltraSchachZwang", "BlancU|ltraSchachZwang", "WeisserU|ltraSchachZwang"),
    "grid": ("Gr|idChess", "Gr|ille", "Gi|tterschach"),
    "koko": ("Koe|Ko", "Koeko|", "KoeK|o"),
    "anti-koko": ("AntiKo|eko", "AntiK|oeko", "AntiKoek|o"),
    "new-koko": ("Ne|wKoeko", "KoekoN|ouveaux", "Neu|Koeko"),
    "contact-grid": ("Conta|ctGridChess", "ContactGril|le", "Konta|ktGitter"),
    "monochromatic": ("Mo|nochromChess", "Monochroma|tique", "Monochrome|sSchach"),
    "bichromatic": ("Bich|romChess", "Bichroma|tique", "Bichrome|sSchach"),
    "edgemover:black": ("BlackE|dgeMover", "NoirB|ordCoup", "SchwarzerRa|ndzueger"),
    "edgemover:white": ("WhiteE|dgeMover", "BlancB|ordCoup", "WeisserRa|ndzueger"),
    "no-capture": ("NoC|apture", "SansP|rises", "Ohneschl|ag"),
    "no-capture:white": ("NoWhiteC|apture", "BlancSa|nsPrises", "WeisserO|hneSchlag"),
    "no-capture:black": ("NoBlackC|apture", "NoirSa|nsPrises", "SchwarzerO|hneSchlag"),
    "no-promotion:white": ("NoWhiteP|romotion", "SansB|lancPromotion", "OhneW|eissUW"),
    "no-promotion:black": ("NoBlackP|romotion", "SansN|oirPromotion", "OhneSchw|arzUW"),
    "must-capture:black": ("BlackMu|stCapture", "NoirPr|iseForce", "SchwarzerSc|hlagzwang"),
    "must-capture:white": ("WhiteMu|stCapture", "BlancPr|iseForce", "WeisserSc|hlagzwang"),
    "alphabetic": ("Alp|habeticChess", "EchecsAl|phabetiques", "Alphabetis|chesSchach"),
    "alphabetic:white": ("WhiteAl|phabeticChess", "BlancE|checsAlphabetiques", "WeissesA|lphabetischesSchach"),
    "alphabetic:black": ("BlackAl|phabeticChess", "NoirEchecsA|lphabetiques", "SchwarzesA|lphabetischesSchach"),
    "checkless": ("Chec|klessChess", "SansE|checs", "OhneScha|ch"),
    "exclusive": ("Exclus|iveChess", "EchecsExc|lusif", "Exk|lusivSchach"),
    "norsk": ("Norsk|Sjakk",) * 3,
    "line-chameleon": ("LineC|hameleonChess", "EchecsCameleonL|igne", "LinienC|hamaeleonSchach"),
    "woozles": ("Woo|zles",) * 3,
    "biwoozles": ("BiW|oozles",) * 3,
    "heffalumps": ("Hef|falumps",) * 3,
    "biheffalumps": ("BiH|effalumps",) * 3,
    "partial-paralysis": ("PartialP|aralysis", "ParalyseP|artielle", "PartielleP|aralyse"),
    "brunner": ("Brunner|Chess", "EchecsBr|unner", "Brunner|Schach"),
    "mars-circe": ("MarsC|irce",) * 3,
    "bolero": ("Bolero|",) * 3,
    "bolero-inverse": ("BoleroI|nverse", "BoleroI|nverse", "BoleroI|nvers"),
    "take-and-make": ("Take&MakeChess", "Take&MakeEchecs", "Take&MakeSchach"),
    "make-and-take": ("Make&TakeChess", "Make&TakeEchecs", "Make&TakeSchach"),
    "magic-squares": ("MagicS|quares", "CaseM|agique", "MagischeF|elder"),
    "promotion-squares:white": ("WhitePr|omSquares", "BlancCaseP|romotion", "UWFeldW|eiss"),
    "promotion-squares:black": ("BlackPr|omSquares", "NoirCaseP|romotion", "UWFeldS|chwarz"),
    "forced-squares:white": ("WhiteFor|cedSquare", "BlancCaseForce|", "WeissesZ|wangsfeld"),
    "forced-squares:black": ("BlackFor|cedSquare", "NoirCaseForce|", "SchwarzesZ|wangsfeld"),
    "consequent-forced-squares:white": ("WhiteConseq|uentForcedSquare", "BlancCaseForceC|onsequent",
                                        "WeissesKo|nsequentesZwangsfeld"),
    "consequent-forced-squares:black": ("BlackConseq|uentForcedSquare", "NoirCaseForceC|onsequent",
                                        "SchwarzesKo|nsequentesZwangsfeld"),
}
"""Genres and conditions by name. Of the genres only the first three are Popeye's; the third is its version of
Platzwechselrochade.
"""

UNCOLOURED: Table = {
    "maximummer:black": ("Maximummer", "Maximum", "Laengstzueger"),
    "ultraschachzwang:black": ("UltraSchachZwang",) * 3,
}
"""Conditions of one side whose words name none: that of Black is meant."""

SETS: Table = {
    "chinese-chess": ("ChineseChess|", "Chinoises|", "ChinesischesSchach|"),
    "leo-family": ("Leofamily|",) * 3,
    "marine-chess": ("MarineChess|", "EchecsMarins|", "MarinesSchach|"),
    "argentinian-chess": ("ArgentinianChess|", "EchecsArgentins|", "ArgentinischesSchach|"),
    "cavalier-majeur": ("CavalierMajeur|",) * 3,
}
"""Sets of men (men/sets.py). They are written as what they are: a rule of promotion."""

PARTS: Table = {
    "antipodean": ("Antipodes", "Antipodes", "Antipoden"),
    "assassin": ("Assassin",) * 3,
    "cage": ("Cage", "Cage", "Kaefig"),
    "chameleon": ("Chameleon", "Cameleon", "Chamaeleon"),
    "clone": ("Clone",) * 3,
    "couscous": ("Couscous",) * 3,
    "diagram": ("Diagram", "Diagramme", "Diagramm"),
    "diametral": ("Diametral",) * 3,
    "einstein": ("Einstein",) * 3,
    "equipollents": ("Equipollents",) * 3,
    "file": ("File", "Colonne", "File"),
    "horizontal symmetry": ("HorizontalSymmetry", "HorizontaleSymetrique", "HorizontaleSymmetrie"),
    "mirror": ("Mirror", "Malefique", "Spiegel"),
    "pwc": ("PWC", "Echange", "Platzwechsel"),
    "rank": ("Rank", "Rangee", "Reihe"),
    "reverse einstein": ("ReversalEinstein", "ReversEinstein", "ReversesEinstein"),
    "super": ("Super",) * 3,
    "symmetry": ("Symmetry", "Symetrie", "Symmetrie"),
    "take & make": ("Take&Make",) * 3,
    "turncoat": ("Turncoat", "Turncoats", "Turncoat"),
    "vertical mirror": ("VerticalMirror", "MalefiqueVerticale", "VertikalSpiegel"),
    "vertical symmetry": ("VerticalSymmetry", "VerticaleSymetrique", "VertikaleSymmetrie"),
}
"""What stands behind the word of a condition and makes another of it, which may be none that is here."""

VARIANTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "circe": {
        "mirror-circe": ("mirror",),
        "file-circe": ("file",),
        "mirror-file-circe": ("file", "mirror"),
        "rank-circe": ("rank",),
        "symmetry-circe": ("symmetry",),
        "vertical-symmetry-circe": ("vertical symmetry",),
        "horizontal-symmetry-circe": ("horizontal symmetry",),
        "antipodean-circe": ("antipodean",),
        "diametral-circe": ("diametral",),
        "vertical-mirror-circe": ("vertical mirror",),
        "pwc": ("pwc",),
        "diagram-circe": ("diagram",),
        "clone-circe": ("clone",),
        "mirror-clone-circe": ("clone", "mirror"),
        "couscous-circe": ("couscous",),
        "mirror-couscous-circe": ("couscous", "mirror"),
        "chameleon-circe": ("chameleon",),
        "turncoats-circe": ("turncoat", "mirror"),
        "double-agents-circe": ("turncoat",),
        "equipollents-circe": ("equipollents",),
        "assassin-circe": ("assassin",),
        "super-circe": ("super",),
        "cage-circe": ("cage",),
        "take-and-make-circe": ("take & make",),
    },
    "anticirce": {
        "mirror-anticirce": ("mirror",),
        "file-anticirce": ("file",),
        "mirror-file-anticirce": ("file", "mirror"),
        "symmetry-anticirce": ("symmetry",),
        "vertical-symmetry-anticirce": ("vertical symmetry",),
        "horizontal-symmetry-anticirce": ("horizontal symmetry",),
        "antipodean-anticirce": ("antipodean",),
        "diagram-anticirce": ("diagram",),
        "equipollents-anticirce": ("equipollents",),
        "clone-anticirce": ("clone",),
        "super-anticirce": ("super",),
    },
    "mars-circe": {"mars-circe": ()},
    "immune": {
        "mirror-immune": ("mirror",),
        "file-immune": ("file",),
        "mirror-file-immune": ("file", "mirror"),
        "symmetry-immune": ("symmetry",),
        "vertical-symmetry-immune": ("vertical symmetry",),
        "horizontal-symmetry-immune": ("horizontal symmetry",),
        "antipodean-immune": ("antipodean",),
        "diagram-immune": ("diagram",),
        "equipollents-immune": ("equipollents",),
    },
}
"""By condition: its variants, each with the parts that stand behind the word of the condition, in any order."""

_REX_INCLUSIVE = {"rex": ("RexI|nclusive", "RexI|nclusif", "RexI|nklusive"),
                  "": ("RexE|xclusive", "RexE|xclusif", "RexE|xklusive")}
_ULTRA = {"ultra": ("Ultra",) * 3}
_TYPES = {"b": ("TypeB", "TypeB", "TypB"), "c": ("TypeC", "TypeC", "TypC"), "": ("TypeA", "TypeA", "TypA")}
SETTINGS: Mapping[str, Table] = {
    "circe": _REX_INCLUSIVE,
    "anticirce": {"cheylan": ("Cheylan",) * 3, "": ("Calvet",) * 3},
    "immune": _REX_INCLUSIVE,
    "madrasi": _REX_INCLUSIVE,
    "bolero": _REX_INCLUSIVE,
    "take-and-make": {"absolute": ("Absolute", "Absolu", "Absolut")},
    "white-oscillating-kings": _TYPES,
    "black-oscillating-kings": _TYPES,
    "bolero-inverse": _REX_INCLUSIVE,
    "isardam": {"b": ("TypeB", "TypeB", "TypB"), "": ("TypeA", "TypeA", "TypA")},
    **dict.fromkeys(("maximummer:white", "maximummer:black", "minimummer:white", "minimummer:black",
                     "must-capture:white", "must-capture:black"), _ULTRA),
}
"""By condition, that of which it is a variant included: what stands behind the colon of a name, "" without one.

Popeye's Ultra, by which checks too are moves that must be chosen, is not here: it is read so as to be refused.
"""

OPTIONS: Table = {
    "set_play": ("SetPlay", "Apparent", "Satzspiel"),
    "try": ("Try", "Essais", "Verfuehrung"),
    "defence": ("Defence", "Defense", "Widerlegung"),
    "avoid_trivial_tries": ("TrivialTriesAvoid", "TrivialEssaiSupprimer", "TrivialeFehlversucheUnterdruecken"),
    "variations": ("Variations", "Variantes", "Varianten"),
    "no_threat": ("NoThreat", "SansMenace", "OhneDrohung"),
    "no_short_variations": ("NoShortVariations", "SansVariantesCourtes", "OhneKurzVarianten"),
    "post_key_play": ("PostKeyPlay", "ApresCle", "NachSchluessel"),
    "duplex": ("Duplex", "Duplex", "Duplex"),
    "half_duplex": ("HalfDuplex", "DemiDuplex", "HalbDuplex"),
    "white_to_play": ("WhiteToPlay", "ApparentS|eul", "WeissBeginnt"),
    "threat": ("Threat", "Menace", "Drohung"),
    "max_flights": ("MaxFlightsquares", "MaxCasesFuites", "MaxFluchtFelder"),
    "non_trivial": ("NonTrivial", "NonTrivial", "NichtTrivial"),
    "keep_mating_piece": ("KeepMatingPiece", "RetiensPieceMatante", "HalteMattsetzendenStein"),
    "quodlibet": ("Quodlibet", "Quodlibet", "Quodlibet"),
    "goal_is_end": ("GoalIsEnd", "ButEstFin", "ZielIstEnde"),
    "mates_in_1": ("MatesIn1", "MatsEn1", "MattsIn1"),
    "null_moves": ("NullMoves", "CoupsVides", "NullZuege"),
    "no_white_king": ("NoWk", "SansRB", "OhneWk"),
    "no_black_king": ("NoBk", "SansRN", "OhneSk"),
    "no_castling": ("NoCastling", "SansRoquer", "KeineRochade"),
    "castling_exclusive": ("CastlingMutuallyExclusive", "RoquesMutuellementExclusifs",
                           "RochadenGegenseitigAusschliessend"),
    "en_passant": ("EnPassant", "EnPassant", "EnPassant"),
    "max_solutions": ("MaxSolutions", "MaxSolutions", "MaxLoesungen"),
    "max_time": ("MaxTime", "MaxTemps", "MaxZeit"),
    "stop_on_short_solutions": ("StopOnShortSolutions", "FinApresSolutionsCourtes", "StopNachKurzloesungen"),
    "intelligent": ("Intelligent", "Intelligent", "Intelligent"),
    "move_numbers": ("MoveNumbers", "Trace", "Zugnummern"),
    "start_move": ("StartMoveNumber", "Enroute", "StartZugnummer"),
    "up_to_move": ("UpToMoveNumber", "JusquAuCoup", "BisZugnummer"),
    "no_board": ("NoBoard", "SansEchiquier", "OhneBrett"),
    "Beep": ("Beep", "Bip", "Pieps"),
    "SuppressGrid": ("SuppressGrid", "SansGrille", "OhneGitter"),
    "WriteGrid": ("WriteGrid", "AjouteGrille", "ZeichneGitter"),
    "Search": ("Search", "Search", "Suchen"),
    "MultiSolutions": ("MultiSolutions", "MultiSolutions", "MehrereLoesungen"),
    "NoSymmetry": ("NoSymmetry", "NonSymetrique", "KeineSymmetrie"),
}
"""The fields of `Options`; "try", "defence" and "en_passant" are treated separately, the last six are `other`."""

NUMBERS = {"defence": 1, "threat": 1, "max_flights": 1, "non_trivial": 2, "max_solutions": 1, "max_time": 1}
"""How many numbers must follow an option."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A word without case and accents: "Énoncé" is "enonce", "ß" is "ss"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def _full_and_least(word: str) -> tuple[str, int]:
    """A word of a table, folded, and how many letters an abbreviation has at least."""
    shortest, bar, rest = word.partition("|")
    return fold(shortest + rest), len(shortest) if bar else SHORTEST


def find_word(table: Table, text: str, language: str) -> str | None:
    """The meaning of a word or its abbreviation in a language, None if it is not in the table.

    ProblemError if it abbreviates several words.
    """
    given = fold(text)
    column = LANGUAGES.index(language)
    found = []
    for meaning, words in table.items():
        full, least = _full_and_least(words[column])
        if full == given:
            return meaning
        if len(given) >= least and full.startswith(given):
            found.append(meaning)
    if len(found) > 1:
        meanings = conjoined((word(table, meaning, language) for meaning in found), "{} or {}")
        raise ProblemError("{} may be {}", repr(text), meanings)
    return found[0] if found else None


def begins_word(table: Table, text: str, language: str) -> bool:
    """Whether a word is, or abbreviates, one or several of a table."""
    try:
        return find_word(table, text, language) is not None
    except ProblemError:
        return True


def suggestion(message: Message, text: str, language: str, *tables: Table) -> Message:
    """A message about a word that is out of place, with the word of some tables that was perhaps meant.

    The message alone if there is none, or if the text is, or abbreviates, one of them.

    >>> unknown = Message("unknown")
    >>> suggestion(unknown, "Frosyth", "en", COMMANDS, OPTIONS), suggestion(unknown, "Wobble", "en", COMMANDS, OPTIONS)
    ('unknown (did you mean Forsyth?)', 'unknown')
    """
    if len(text) <= SHORTEST or any(begins_word(table, text, language) for table in tables):
        return message
    words = {fold(named): named for table in tables for meaning in table if (named := word(table, meaning, language))}
    given = fold(text)
    near = nearest(given, [known for known in words if known[:4] == given[:4]]) or \
        nearest(given, [known for known in words if given.endswith(known)
                        or known[:1] == given[:1] and abs(len(known) - len(given)) <= 2])
    return Message("{} (did you mean {}?)", message, words[near]) if near else message


def word(table: Table, meaning: str, language: str) -> str:
    """The full word for a meaning in a language."""
    return table[meaning][LANGUAGES.index(language)].replace("|", "")


def root_of(name: str) -> str:
    """The condition of which one is a variant, or itself.

    >>> root_of("mirror-circe"), root_of("madrasi")
    ('circe', 'madrasi')
    """
    return next((root for root, variants in VARIANTS.items() if name in variants), name)


def condition_word(name: str, language: str) -> str | None:
    """The word or words for a genre or condition; None if there are none.

    >>> condition_word("mirror-circe", "en"), condition_word("mirror-circe:rex", "en"), condition_word("circe:b", "en")
    ('MirrorCirce', 'Circe Mirror RexInclusive', None)
    >>> condition_word("magic-squares:a1b2", "fr")
    'CaseMagique a1b2'
    """
    if name in CONDITIONS:
        return word(CONDITIONS, name, language)
    without, squares = split_squares(name)
    if squares:
        return f"{word(CONDITIONS, without, language)} {squares}" if without in CONDITIONS else None
    base, _, setting = name.partition(":")
    root = root_of(base)
    if base not in CONDITIONS or setting not in SETTINGS.get(root, ()):
        return None
    parts = VARIANTS[root][base] if base != root else ()
    words = [word(PARTS, part, language) for part in parts]
    return " ".join([word(CONDITIONS, root, language), *words, word(SETTINGS[root], setting, language)])


def nearest_language(language: str) -> str:
    """The language of Popeye's in which a user of a language gets files."""
    return language if language in LANGUAGES else LANGUAGES[0]


def option_word(name: str, language: str) -> str:
    """What an option is called in a language; the name itself where it is neither a field of `Options` nor English."""
    field = "intelligent" if name == "solutions_per_target" else name
    meaning = field if field in OPTIONS else next((key for key, words in OPTIONS.items() if words[0] == name), None)
    return word(OPTIONS, meaning, nearest_language(language)) if meaning else name
