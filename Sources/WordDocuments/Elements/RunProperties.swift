/// The formatting of characters (CT_RPr), with a value for each property.
struct RunProperties: Hashable {
  enum Position: String {
    case baseline
    case sub = "subscript"
    case `super` = "superscript"
  }
  struct Underline: Hashable {
    /// ST_Underline.
    var kind = "none"
    /// It is nil for the colour of the text.
    var color: String?
  }

  var font = "Times New Roman"
  var isBold = false
  var isItalic = false
  var hasSmallCaps = false
  var isStruck = false
  var isDoublyStruck = false
  var color = "000000"
  /// Twips between characters.
  var spacing = 0
  /// Half-points.
  var size = 20
  var underline = Underline()
  var border = Border.none
  /// `RRGGBB`, or `auto`.
  var shading = "auto"
  var position = Position.baseline
  /// Half-points above the baseline.
  var rise = 0
  /// BCP 47; empty if unknown.
  var language = ""
  /// ST_Em: `none`, `dot` or `underDot`.
  var emphasis = "none"
}

/// The properties of characters that a style or a run sets.
struct RunDelta: Hashable {
  var font: String?
  var isBold, isItalic, hasSmallCaps, isStruck, isDoublyStruck: Bool?
  var color: String?
  var spacing, size, rise: Int?
  var underline: RunProperties.Underline?
  var border: Border?
  var shading: String?
  var position: RunProperties.Position?
  var language: String?
  var emphasis: String?

  init() {}

  /// The changes that turn `old` into `new`.
  init(from old: RunProperties, to new: RunProperties) {
    func change<Value: Equatable>(_ path: KeyPath<RunProperties, Value>) -> Value? {
      new[keyPath: path] == old[keyPath: path] ? nil : new[keyPath: path]
    }
    guard old != new else { return }
    font = change(\.font)
    isBold = change(\.isBold)
    isItalic = change(\.isItalic)
    hasSmallCaps = change(\.hasSmallCaps)
    isStruck = change(\.isStruck)
    isDoublyStruck = change(\.isDoublyStruck)
    color = change(\.color)
    spacing = change(\.spacing)
    size = change(\.size)
    rise = change(\.rise)
    underline = change(\.underline)
    border = change(\.border)
    shading = change(\.shading)
    position = change(\.position)
    language = change(\.language)
    emphasis = change(\.emphasis)
  }

  var isEmpty: Bool { self == RunDelta() }

  func applied(to old: RunProperties) -> RunProperties {
    var new = old
    if let font { new.font = font }
    if let isBold { new.isBold = isBold }
    if let isItalic { new.isItalic = isItalic }
    if let hasSmallCaps { new.hasSmallCaps = hasSmallCaps }
    if let isStruck { new.isStruck = isStruck }
    if let isDoublyStruck { new.isDoublyStruck = isDoublyStruck }
    if let color { new.color = color }
    if let spacing { new.spacing = spacing }
    if let size { new.size = size }
    if let rise { new.rise = rise }
    if let underline { new.underline = underline }
    if let border { new.border = border }
    if let shading { new.shading = shading }
    if let position { new.position = position }
    if let language { new.language = language }
    if let emphasis { new.emphasis = emphasis }
    return new
  }

  /// Writes the elements of CT_RPr in the order of the schema.
  func write(to xml: inout XMLWriter, isRightToLeft: Bool = false) {
    if let font {
      xml.open("w:rFonts")
      for name: StaticString in ["w:ascii", "w:hAnsi", "w:eastAsia", "w:cs"] { xml.attribute(name, font) }
      xml.close("w:rFonts")
    }
    if let isBold {
      xml.toggle("w:b", isBold)
      xml.toggle("w:bCs", isBold)
    }
    if let isItalic {
      xml.toggle("w:i", isItalic)
      xml.toggle("w:iCs", isItalic)
    }
    if let hasSmallCaps { xml.toggle("w:smallCaps", hasSmallCaps) }
    if let isStruck { xml.toggle("w:strike", isStruck) }
    if let isDoublyStruck { xml.toggle("w:dstrike", isDoublyStruck) }
    if let color { xml.value("w:color", color) }
    if let spacing { xml.value("w:spacing", spacing) }
    if let rise { xml.value("w:position", rise) }
    if let size {
      xml.value("w:sz", size)
      xml.value("w:szCs", size)
    }
    if let underline {
      xml.open("w:u")
      xml.attribute("w:val", underline.kind)
      if let color = underline.color { xml.attribute("w:color", color) }
      xml.close("w:u")
    }
    if let border { border.write("w:bdr", to: &xml) }
    if let shading { Shading.write(shading, to: &xml) }
    if let position { xml.value("w:vertAlign", position.rawValue) }
    if isRightToLeft { xml.empty("w:rtl") }
    if let emphasis { xml.value("w:em", emphasis) }
    if let language, !language.isEmpty { Language.write(language, to: &xml) }
  }
}

/// Shading of characters, paragraphs and cells (CT_Shd).
enum Shading {
  static func write(_ fill: String, to xml: inout XMLWriter) {
    xml.open("w:shd")
    xml.attribute("w:val", "clear")
    xml.attribute("w:color", "auto")
    xml.attribute("w:fill", fill)
    xml.close("w:shd")
  }
}

/// The language of text (CT_Language): one attribute for each group of scripts.
enum Language {
  static func write(_ tag: String, to xml: inout XMLWriter) {
    xml.open("w:lang")
    switch group(of: tag) {
    case .latin: xml.attribute("w:val", tag)
    case .eastAsian:
      xml.attribute("w:val", tag)
      xml.attribute("w:eastAsia", tag)
    case .complex:
      xml.attribute("w:val", tag)
      xml.attribute("w:bidi", tag)
    }
    xml.close("w:lang")
  }

  enum Group { case latin, eastAsian, complex }

  static func group(of tag: String) -> Group {
    switch tag.split(separator: "-").first?.lowercased() {
    case "zh", "ja", "ko", "yue": .eastAsian
    case "ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "th", "hi", "mr", "ne": .complex
    default: .latin
    }
  }
}
