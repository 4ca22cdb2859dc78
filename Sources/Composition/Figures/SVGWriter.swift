/// Writes SVG elements without line breaks.
struct SVGWriter {
  private(set) var text = ""

  mutating func element(_ name: String, _ attributes: [(String, String)], content: String? = nil) {
    text += "<\(name)"
    for (name, value) in attributes { text += " \(name)=\"\(Escaping.html.escape(value))\"" }
    text += content.map { ">\(Escaping.html.escape($0))</\(name)>" } ?? "/>"
  }

  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// - Parameters:
  ///   - width: px; the drawing shrinks with its container, and keeps its ratio.
  ///   - label: the alternative text.
  static func document(
    _ content: SVGWriter, width: Double, height: Double, cssWidth: String, display: String, label: String
  ) -> String {
    let box = "0 0 \(number(width)) \(number(height))"
    return "<svg viewBox=\"\(box)\" width=\"\(number(width))\" height=\"\(number(height))\" role=\"img\""
      + " style=\"display: \(display); width: \(cssWidth); max-width: 100%; height: auto\""
      + " aria-label=\"\(Escaping.html.escape(label))\">\(content.text)</svg>"
  }
}
