/// The declarations of a `style` attribute.
struct PastedStyle {
  private var values: [String: String] = [:]
  private(set) var count = 0

  /// Splits at `;` outside of quotes and parentheses.
  init(_ css: String) {
    guard !css.isEmpty else { return }
    var declaration: [UInt8] = []
    var quote: UInt8?
    var depth = 0
    for byte in css.utf8 {
      switch byte {
      case UInt8(ascii: ";") where quote == nil && depth == 0:
        add(declaration)
        declaration.removeAll(keepingCapacity: true)
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      case UInt8(ascii: "(") where quote == nil: depth += 1
      case UInt8(ascii: ")") where quote == nil: depth = max(0, depth - 1)
      default: break
      }
      declaration.append(byte)
    }
    add(declaration)
  }

  private mutating func add(_ declaration: [UInt8]) {
    let parts = String(decoding: declaration, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let name = parts[0].filter { !$0.isWhitespace }.lowercased()
    var value = parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    value.replace(/\s?!\s?important$/, with: "")
    values[name] = value
    count += 1
  }

  subscript(name: String) -> String? { values[name] }

  var isHidden: Bool { values["display"] == "none" || values["mso-hide"] == "all" || values["visibility"] == "hidden" }

  var isBold: Bool {
    guard let weight = values["font-weight"] else { return false }
    return weight == "bold" || weight == "bolder" || (Int(weight) ?? 400) >= 600
  }

  var isItalic: Bool { ["italic", "oblique"].contains(values["font-style"]) }

  private var decoration: String { (values["text-decoration"] ?? "") + " " + (values["text-decoration-line"] ?? "") }
  var isUnderlined: Bool { decoration.contains("underline") || values["text-underline"].map { $0 != "none" } == true }
  var isStruck: Bool { decoration.contains("line-through") }
  var isSuperscript: Bool { values["vertical-align"] == "super" }
  var isSubscript: Bool { values["vertical-align"] == "sub" }

  /// The colour of the text, unless it is (almost) black, which is the default of all programs.
  var color: String? {
    guard let color = Self.color(values["color"]), !Self.isNearBlack(color) else { return nil }
    return color
  }

  /// The highlight, unless it is white or transparent.
  var background: String? {
    guard
      let color = Self.color(values["background-color"] ?? values["mso-highlight"] ?? values["background"]),
      !Self.isNearWhite(color)
    else { return nil }
    return color
  }

  /// An alignment other than the default.
  var alignment: String? { ["center", "right", "justify"].contains(values["text-align"]) ? values["text-align"] : nil }

  /// The kind of list markers.
  var listType: String? {
    let known: Set<String> = [
      "circle", "square", "decimal", "lower-alpha", "upper-alpha", "lower-latin", "upper-latin", "lower-roman",
      "upper-roman", "none",
    ]
    return values["list-style-type"].flatMap { known.contains($0) ? $0 : nil }
  }

  /// A length in px; nil for other units.
  func px(_ name: String) -> Double? {
    guard let value = values[name] else { return nil }
    if value == "0" { return 0 }
    return value.hasSuffix("px") ? Double(value.dropLast(2)) : nil
  }

  /// A colour that notes may have: a name, a hexadecimal number, `rgb()` or `hsl()`.
  private static func color(_ text: String?) -> String? {
    let keywords: Set<String> = [
      "inherit", "initial", "unset", "revert", "transparent", "auto", "windowtext", "currentcolor", "none", "window",
    ]
    guard let text, !text.isEmpty, text.utf8.count <= 60, !keywords.contains(text) else { return nil }
    if text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return text }
    let isHexadecimal = text.hasPrefix("#") && text.dropFirst().utf8.allSatisfy(isHexadecimalDigit)
    let isFunction =
      ["rgb(", "rgba(", "hsl(", "hsla("].contains { text.hasPrefix($0) } && text.hasSuffix(")")
      && text.dropLast().drop { $0 != "(" }.dropFirst()
        .utf8.allSatisfy { (0x30...0x39).contains($0) || ",. %/-".utf8.contains($0) }
    return isHexadecimal || isFunction ? text : nil
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isNearBlack(_ color: String) -> Bool {
    if color == "black" { return true }
    guard let channels = channels(of: color) else { return false }
    return channels.alpha == 0 || channels.rgb.allSatisfy { $0 < 0x40 }
  }

  private static func isNearWhite(_ color: String) -> Bool {
    if color == "white" { return true }
    guard let channels = channels(of: color) else { return false }
    return channels.alpha == 0 || channels.rgb.allSatisfy { $0 > 0xF7 }
  }

  /// Channels from 0 to 255 of `#rgb`, `#rrggbb`, `rgb()` and `rgba()`.
  private static func channels(of color: String) -> (rgb: [Int], alpha: Double)? {
    if color.hasPrefix("#") {
      var digits = String(color.dropFirst())
      if digits.count == 3 || digits.count == 4 { digits = digits.map { "\($0)\($0)" }.joined() }
      guard digits.count == 6 || digits.count == 8, let number = UInt64(digits, radix: 16) else { return nil }
      let rgb = digits.count == 8 ? number >> 8 : number
      let alpha = digits.count == 8 ? Double(number & 0xFF) : 255
      return ([16, 8, 0].map { Int(rgb >> $0 & 0xFF) }, alpha)
    }
    guard color.hasPrefix("rgb"), let open = color.firstIndex(of: "(") else { return nil }
    let numbers = color[color.index(after: open)...].dropLast().split { ", /".contains($0) }.map { Double($0) }
    guard numbers.count >= 3, !numbers.prefix(3).contains(where: { $0 == nil }) else { return nil }
    return (numbers.prefix(3).map { Int(max(0, min(255, $0 ?? 0))) }, numbers.count > 3 ? numbers[3] ?? 1 : 1)
  }
}
