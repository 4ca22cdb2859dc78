"""Prints the font of ColouredFont.swift in base64: one coloured character, 😀, of two squares (COLR version 0). Needs fontTools."""
import base64
import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen


def square(x, y, size):
    pen = TTGlyphPen(None)
    pen.moveTo((x, y))
    for point in [(x, y + size), (x + size, y + size), (x + size, y)]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder([".notdef", "face", "outer", "inner"])
builder.setupCharacterMap({0x1F600: "face"})
builder.setupGlyf({
    ".notdef": square(0, 0, 500), "face": square(0, 0, 1000), "outer": square(0, 0, 1000), "inner": square(250, 250, 500),
})
builder.setupHorizontalMetrics({name: (1000, 0) for name in [".notdef", "face", "outer", "inner"]})
builder.setupHorizontalHeader(ascent=1000, descent=0)
builder.setupNameTable({"familyName": "Coloured", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=1000, usWinAscent=1000)
builder.setupPost(keepGlyphNames=False)
builder.setupCOLR({"face": [("outer", 0), ("inner", 1)]})
builder.setupCPAL([[(1, 0.8, 0, 1), (0, 0, 0.8, 1)]])
builder.font["head"].created = builder.font["head"].modified = 0
out = io.BytesIO()
builder.save(out)
print(base64.b64encode(out.getvalue()).decode())
