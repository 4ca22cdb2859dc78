"""Writes TestMath.ttf, a font for tests of formulas: all glyphs are rectangles with sizes in round numbers.

    pip install fonttools
    python3 make_font.py

Letters, digits and signs are 500 units wide and high. Brackets are 1000 units high (250 below the baseline), their variant
1500, and parts of 500 make up larger ones. Sums and integrals are 1000 units high, in displayed formulas 1500.
"""
import pathlib
import string

from fontTools.fontBuilder import FontBuilder
from fontTools.otlLib.builder import buildMathTable
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

glyphs, advances, characters = {}, {}, {}


def add(name, advance, box=None, character=None):
    """box: left, bottom, right, top."""
    pen = TTGlyphPen(None)
    if box:
        left, bottom, right, top = box
        pen.moveTo((left, bottom))
        pen.lineTo((left, top))
        pen.lineTo((right, top))
        pen.lineTo((right, bottom))
        pen.closePath()
    glyphs[name], advances[name] = pen.glyph(), advance
    for code in character or []:
        characters[code] = name


add(".notdef", 500, (50, 0, 450, 500))
add("space", 500, character=[0x20, 0xA0])
add("invisible", 0, character=[0x2061, 0x2062, 0x2063])
for index, letter in enumerate(string.ascii_lowercase):
    italic = 0x210E if letter == "h" else 0x1D44E + index
    add(letter, 500, (50, -200 if letter in "gpqy" else 0, 450, 500), [ord(letter), italic])
for index, letter in enumerate(string.ascii_uppercase):
    add(letter, 500, (50, 0, 450, 700), [ord(letter), 0x1D434 + index])
for name, character in zip("zero one two three four five six seven eight nine".split(), string.digits):
    add(name, 500, (50, 0, 450, 600), [ord(character)])
for name, code in dict(plus=0x2B, equal=0x3D, minus=0x2212, comma=0x2C, exclam=0x21, period=0x2E, slash=0x2F).items():
    add(name, 500, (50, 0, 450, 500), [code])

vertical, assemblies = {}, {}
for name, code in dict(
    parenleft=0x28, parenright=0x29, bracketleft=0x5B, bracketright=0x5D, braceleft=0x7B, braceright=0x7D, bar=0x7C
).items():
    add(name, 400, (100, -250, 300, 750), [code])
    add(name + ".large", 400, (100, -500, 300, 1000))
    for part in ["bottom", "extender", "top"]:
        add(f"{name}.{part}", 400, (100, 0, 300, 500))
    vertical[name] = [(name, 1000), (name + ".large", 1500)]
    assemblies[name] = [
        [(f"{name}.bottom", 0, 0, 0, 500), (f"{name}.extender", 1, 0, 0, 500), (f"{name}.top", 0, 0, 0, 500)], 0
    ]
for name, code in dict(summation=0x2211, integral=0x222B, product=0x220F).items():
    add(name, 1000, (0, -250, 1000, 750), [code])
    add(name + ".display", 1400, (0, -500, 1400, 1000))
    vertical[name] = [(name, 1000), (name + ".display", 1500)]
add("radical", 600, (100, 0, 600, 1000), [0x221A])
add("radical.large", 600, (100, 0, 600, 2000))
vertical["radical"] = [("radical", 1000), ("radical.large", 2000)]

horizontal, rows = {}, {}
add("arrowright", 1000, (0, 200, 1000, 300), [0x2192])
add("arrowright.shaft", 500, (0, 200, 500, 300))
add("arrowright.head", 500, (0, 200, 500, 300))
rows["arrowright"] = [[("arrowright.shaft", 1, 0, 0, 500), ("arrowright.head", 0, 0, 0, 500)], 0]
add("braceover", 500, (0, 600, 500, 700), [0x23DE])
horizontal["braceover"] = [("braceover", 500)]
for width in [1000, 2000]:
    add(f"braceover.{width}", width, (0, 600, width, 700))
    horizontal["braceover"].append((f"braceover.{width}", width))
add("asciicircum", 400, (0, 600, 400, 700), [0x5E])
add("hat", 0, (-400, 600, 0, 700), [0x302])
add("hat.wide", 0, (-1000, 600, 0, 700))
horizontal["hat"] = [("hat", 400), ("hat.wide", 1000)]
add("macron", 400, (0, 600, 400, 650), [0xAF])
add("dotaccent", 300, (100, 600, 200, 700), [0x2D9])

order = list(glyphs)
builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(order)
builder.setupCharacterMap(characters)
builder.setupGlyf(glyphs)
builder.setupHorizontalMetrics({name: (advances[name], getattr(glyphs[name], "xMin", 0) or 0) for name in order})
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({"familyName": "Test Math", "styleName": "Regular", "uniqueFontIdentifier": "Test Math",
                        "fullName": "Test Math", "psName": "TestMath", "version": "Version 1.0"})
builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, sxHeight=500, sCapHeight=700)
builder.setupPost(underlinePosition=-100, underlineThickness=50)
font = builder.font
constants = {
    "ScriptPercentScaleDown": 70, "ScriptScriptPercentScaleDown": 50, "DelimitedSubFormulaMinHeight": 1300,
    "DisplayOperatorMinHeight": 1200, "MathLeading": 100, "AxisHeight": 250, "AccentBaseHeight": 500,
    "FlattenedAccentBaseHeight": 700, "SubscriptShiftDown": 200, "SubscriptTopMax": 400, "SubscriptBaselineDropMin": 100,
    "SuperscriptShiftUp": 400, "SuperscriptShiftUpCramped": 300, "SuperscriptBottomMin": 100,
    "SuperscriptBaselineDropMax": 200, "SubSuperscriptGapMin": 200, "SuperscriptBottomMaxWithSubscript": 400,
    "SpaceAfterScript": 100, "UpperLimitGapMin": 100, "UpperLimitBaselineRiseMin": 200, "LowerLimitGapMin": 100,
    "LowerLimitBaselineDropMin": 600, "StackTopShiftUp": 400, "StackTopDisplayStyleShiftUp": 600,
    "StackBottomShiftDown": 400, "StackBottomDisplayStyleShiftDown": 600, "StackGapMin": 200,
    "StackDisplayStyleGapMin": 300, "StretchStackTopShiftUp": 200, "StretchStackBottomShiftDown": 600,
    "StretchStackGapAboveMin": 200, "StretchStackGapBelowMin": 200, "FractionNumeratorShiftUp": 400,
    "FractionNumeratorDisplayStyleShiftUp": 600, "FractionDenominatorShiftDown": 400,
    "FractionDenominatorDisplayStyleShiftDown": 700, "FractionNumeratorGapMin": 100,
    "FractionNumDisplayStyleGapMin": 300, "FractionRuleThickness": 100, "FractionDenominatorGapMin": 100,
    "FractionDenomDisplayStyleGapMin": 300, "SkewedFractionHorizontalGap": 300, "SkewedFractionVerticalGap": 100,
    "OverbarVerticalGap": 100, "OverbarRuleThickness": 100, "OverbarExtraAscender": 100, "UnderbarVerticalGap": 100,
    "UnderbarRuleThickness": 100, "UnderbarExtraDescender": 100, "RadicalVerticalGap": 100,
    "RadicalDisplayStyleVerticalGap": 200, "RadicalRuleThickness": 100, "RadicalExtraAscender": 100,
    "RadicalKernBeforeDegree": 200, "RadicalKernAfterDegree": -300, "RadicalDegreeBottomRaisePercent": 60,
}
buildMathTable(
    font, constants=constants, italicsCorrections={"integral": 200, "integral.display": 400}, minConnectorOverlap=0,
    vertGlyphVariants=vertical, horizGlyphVariants=horizontal, vertGlyphAssembly=assemblies, horizGlyphAssembly=rows)
font["head"].created = font["head"].modified = 0
font.recalcTimestamp = False
font.save(pathlib.Path(__file__).with_name("TestMath.ttf"))
