import Markup

/// Reads the lengths in attributes of an element of a formula (MathML Core §2.1.4, MathML 3 §2.1.5.2).
struct MathLengths {
  let document: Document
  let element: NodeID
  /// px.
  let em, ex: Double
  let zoom: Double

  /// px, within limits. Returns nil for other values and for percentages.
  subscript(name: String) -> Double? { document.attribute(element, name).flatMap { length($0) } }

  /// - Parameter reference: to which percentages and numbers without unit refer.
  func length(_ text: String, of reference: Double? = nil) -> Double? {
    let text = text.trimmed.lowercased()
    if let eighteenths = Self.named[text] { return em * eighteenths / 18 }
    let digits = text.prefix { $0.isNumber && $0.isASCII || $0 == "." || $0 == "-" || $0 == "+" }
    guard let number = Double(digits.hasPrefix(".") ? "0" + digits : String(digits)), number.isFinite else {
      return nil
    }
    let unit = String(text.dropFirst(digits.count)).trimmed
    if unit == "%" || unit.isEmpty, number != 0 {
      guard let reference else { return nil }
      return Self.limited(reference * (unit.isEmpty ? number : number / 100))
    }
    if number == 0 { return 0 }
    return factor(unit).map { Self.limited(number * $0) }
  }

  private func factor(_ unit: String) -> Double? {
    switch unit {
    case "em": em
    case "ex": ex
    case "px": zoom
    case "pt": 96.0 / 72 * zoom
    case "in": 96 * zoom
    case "cm": 96 / 2.54 * zoom
    case "mm": 96 / 25.4 * zoom
    case "pc": 16 * zoom
    case "mu": em / 18
    case "rem": 16 * zoom
    default: nil
    }
  }

  private static func limited(_ length: Double) -> Double { max(-100_000, min(100_000, length)) }

  /// 1/18 em.
  private static let named: [String: Double] = [
    "veryverythinmathspace": 1, "verythinmathspace": 2, "thinmathspace": 3, "mediummathspace": 4, "thickmathspace": 5,
    "verythickmathspace": 6, "veryverythickmathspace": 7, "negativeveryverythinmathspace": -1,
    "negativeverythinmathspace": -2, "negativethinmathspace": -3, "negativemediummathspace": -4,
    "negativethickmathspace": -5, "negativeverythickmathspace": -6, "negativeveryverythickmathspace": -7,
  ]
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || ("\t"..."\r").contains($0) }
    guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
      let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
