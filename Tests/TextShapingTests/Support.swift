import Testing

@testable import TextShaping

/// Shapes a text in one span.
func shape(
  _ text: String, _ family: String = "DejaVu Sans", size: Double = 16, with shaper: TextShaper = TextShaper(),
  rightToLeft: Bool = false, features: [String] = [], language: String = "", letterSpacing: Double = 0,
  wordSpacing: Double = 0
) -> ShapedText {
  let font = shaper.font(
    FontDescription(families: [family], size: size, features: features, language: language))
  let bytes = ContiguousArray(text.utf8)
  let span = TextSpan(bytes: 0..<bytes.count, font: font, letterSpacing: letterSpacing, wordSpacing: wordSpacing)
  return shaper.shape(bytes, spans: [span], rightToLeft: rightToLeft)
}

/// The text with `|` at each break opportunity and `‖` at each mandatory break.
func broken(_ text: String, _ shaped: ShapedText? = nil) -> String {
  let shaped = shaped ?? shape(text)
  var output: [UInt8] = []
  for (index, byte) in text.utf8.enumerated() {
    let boundary = shaped.boundaries[index]
    if boundary.contains(.mandatory) {
      output += Array("‖".utf8)
    } else if boundary.contains(.line) {
      output += Array("|".utf8)
    }
    output.append(byte)
  }
  return String(decoding: output, as: UTF8.self)
}

extension ShapedText {
  var width: Double { runs.indices.reduce(0) { $0 + advance(run: $1, glyphs: runs[$1].glyphs) } }
}
