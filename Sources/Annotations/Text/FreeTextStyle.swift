/// The text style of a free text annotation, from `/DA` (ISO 32000-1, 12.7.3.3) and `/DS` (12.7.3.4).
struct FreeTextStyle: Equatable {
  enum VerticalAlignment: String { case top, center, bottom }

  var face = TextFace()
  /// Size in units; 0 means as large as fits.
  var size = 12.0
  var color = AnnotationColor.black
  /// The stroke colour set by `/DA`, or its text colour: the colour of the border.
  var borderColor = AnnotationColor.black
  var justification: FreeText.Justification?
  var verticalAlignment = VerticalAlignment.top

  init(defaultAppearance: String?, defaultStyle: String?) {
    if let defaultAppearance { read(appearance: defaultAppearance) }
    if let defaultStyle { read(style: defaultStyle) }
  }

  /// Reads font and colours from the operators of a default appearance.
  private mutating func read(appearance: String) {
    var operands: [Substring] = []
    var lineColor: AnnotationColor?
    for word in appearance.split(whereSeparator: \.isWhitespace).prefix(200) {
      switch word {
      case "Tf":
        guard operands.count >= 2 else { break }
        face = TextFace(named: String(operands[operands.count - 2]))
        if let value = Double(operands[operands.count - 1]), (0...1_000).contains(value) { size = value }
      case "g", "rg", "k": if let color = Self.color(word, operands) { self.color = color }
      case "G", "RG", "K": lineColor = Self.color(word, operands) ?? lineColor
      default:
        operands.append(word)
        continue
      }
      operands.removeAll()
    }
    borderColor = lineColor ?? color
  }

  private static func color(_ name: Substring, _ operands: [Substring]) -> AnnotationColor? {
    let count = ["g": 1, "rg": 3, "k": 4][name.lowercased()] ?? 0
    let components = operands.suffix(count).compactMap { Double($0) }
    return components.count == count ? AnnotationColor(components: components) : nil
  }

  /// Reads font, colour and alignment from CSS declarations.
  private mutating func read(style: String) {
    for declaration in style.split(separator: ";").prefix(50) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].trimmed)
      switch parts[0].trimmed.lowercased() {
      case "font": read(font: value)
      case "font-family": setFamily(value)
      case "font-size": if let points = Self.points(value) { size = points }
      case "font-weight": face.isBold = value == "bold" || (Int(value) ?? 400) >= 600
      case "font-style": face.isItalic = value == "italic" || value == "oblique"
      case "color": if let color = AnnotationColor(hexadecimal: value) { self.color = color }
      case "text-align": justification = ["left": .left, "center": .center, "right": .right][value]
      // Written by PDF-XChange; not part of the standard.
      case "text-valign":
        verticalAlignment = ["middle": .center, "center": .center, "bottom": .bottom][value] ?? .top
      default: break
      }
    }
  }

  /// The `font` shorthand: `bold italic 12.0pt Helvetica, sans-serif`, or Acrobat's order with the family first.
  private mutating func read(font text: String) {
    var family: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let points = Self.points(String(word)) {
        size = points
      } else if word == "bold" {
        face.isBold = true
      } else if word == "italic" || word == "oblique" {
        face.isItalic = true
      } else if word != "normal" {
        family.append(word)
      }
    }
    if !family.isEmpty { setFamily(family.joined(separator: " ")) }
  }

  /// Sets the first family of a list.
  private mutating func setFamily(_ value: String) {
    let first = (value.split(separator: ",").first ?? "").filter { $0 != "'" && $0 != "\"" }
    let named = TextFace(named: String(first.trimmed))
    (face.family, face.kind) = (named.family, named.kind)
    face.isBold = face.isBold || named.isBold
    face.isItalic = face.isItalic || named.isItalic
  }

  private static func points(_ value: String) -> Double? {
    let number = value.hasSuffix("pt") || value.hasSuffix("px") ? value.dropLast(2) : value[...]
    guard let points = XFDFElement.number(number), (0...1_000).contains(points) else { return nil }
    return points
  }
}
