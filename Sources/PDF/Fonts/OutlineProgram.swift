/// A glyph's outline for a font program that is made from outlines, in units of 1/1000 em, with y upwards.
package enum GlyphOutlineStep: Sendable {
  case move(x: Double, y: Double)
  case line(x: Double, y: Double)
  case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
}

/// A glyph of a font program that is made from outlines.
package struct OutlineGlyph: Sendable {
  /// The advance in 1/1000 em, which is rounded.
  package var width: Double
  package var steps: [GlyphOutlineStep]

  package init(width: Double, steps: [GlyphOutlineStep] = []) {
    self.width = width
    self.steps = steps
  }
}

extension FontProgram {
  /// A program made of outlines, for fonts that cannot be embedded, such as instances of variable fonts.
  /// - Parameter glyphs: by their codes.
  package init(outlines glyphs: [OutlineGlyph]) {
    var font = CIDFontWriter(glyphCount: glyphs.count)
    font.selection = Array(repeating: 0, count: glyphs.count)
    font.parts = [CIDFontWriter.Part()]
    font.charstrings = glyphs.map { glyph in
      var writer = CharstringWriter(width: glyph.width)
      for step in glyph.steps { writer.add(step) }
      return writer.finish()
    }
    self.init(format: .compact, bytes: font.file)
  }
}

/// Writes a Type 2 charstring (Adobe Technical Note 5177). Coordinates are rounded to whole units, each from the
/// previous rounded one, so that errors do not add up.
private struct CharstringWriter {
  private var bytes: [UInt8] = []
  private var x = 0, y = 0

  /// The width precedes the operands of the first operator.
  init(width: Double) { append(Self.rounded(width)) }

  mutating func add(_ step: GlyphOutlineStep) {
    switch step {
    case .move(let x, let y):
      difference(x, y)
      bytes.append(21)
    case .line(let x, let y):
      difference(x, y)
      bytes.append(5)
    case .curve(let x1, let y1, let x2, let y2, let x, let y):
      difference(x1, y1)
      difference(x2, y2)
      difference(x, y)
      bytes.append(8)
    }
  }

  mutating func finish() -> [UInt8] { bytes + [14] }

  private mutating func difference(_ nextX: Double, _ nextY: Double) {
    let (newX, newY) = (Self.rounded(nextX), Self.rounded(nextY))
    append(newX - x)
    append(newY - y)
    (x, y) = (newX, newY)
  }

  private static func rounded(_ value: Double) -> Int {
    value.isFinite ? Int(min(max(value.rounded(), -16_000), 16_000)) : 0
  }

  private mutating func append(_ value: Int) {
    switch value {
    case -107...107: bytes.append(UInt8(value + 139))
    case 108...1131:
      bytes.append(UInt8((value - 108) >> 8 + 247))
      bytes.append(UInt8(truncatingIfNeeded: value - 108))
    case -1131 ... -108:
      bytes.append(UInt8((-value - 108) >> 8 + 251))
      bytes.append(UInt8(truncatingIfNeeded: -value - 108))
    default:
      bytes.append(28)
      bytes.append(uint16: value)
    }
  }
}
