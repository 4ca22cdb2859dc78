# Writes the font of VariableFont.swift in Base64. Needs fontTools.
import base64
import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation


def bar(width):
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in [(50, 700), (50 + width, 700), (50 + width, 0)]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def wider(by):
    deltas = [(0, 0), (0, 0), (by, 0), (by, 0)] + 4 * [(0, 0)]
    return [TupleVariation({"wght": (0, 1, 1)}, deltas)]


names = [".notdef", "space", "A", "B"]
builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(names)
builder.setupCharacterMap({0x20: "space", 0x41: "A", 0x42: "B"})
empty = TTGlyphPen(None).glyph()
builder.setupGlyf({".notdef": empty, "space": empty, "A": bar(100), "B": bar(300)})
builder.setupHorizontalMetrics({name: (500, 50) for name in names})
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({"familyName": "VarTest", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=800)
builder.setupPost()
builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
builder.setupGvar({"A": wider(300), "B": wider(100)})
file = io.BytesIO()
builder.save(file)
print(base64.b64encode(file.getvalue()).decode())
