import PDFObjects

/// One of the fonts that every reader has (ISO 32000-1, 9.6.2.2), in WinAnsiEncoding.
struct StandardFont: Hashable, Sendable {
  enum Family: Sendable { case helvetica, times, courier }
  var family = Family.helvetica
  var isBold = false
  var isItalic = false

  /// `/BaseFont`
  var baseFont: PDFName {
    switch (family, isBold, isItalic) {
    case (.helvetica, false, false): "Helvetica"
    case (.helvetica, true, false): "Helvetica-Bold"
    case (.helvetica, false, true): "Helvetica-Oblique"
    case (.helvetica, true, true): "Helvetica-BoldOblique"
    case (.times, false, false): "Times-Roman"
    case (.times, true, false): "Times-Bold"
    case (.times, false, true): "Times-Italic"
    case (.times, true, true): "Times-BoldItalic"
    case (.courier, false, false): "Courier"
    case (.courier, true, false): "Courier-Bold"
    case (.courier, false, true): "Courier-Oblique"
    case (.courier, true, true): "Courier-BoldOblique"
    }
  }

  /// The name in `/Resources`, the one that form fields have for it where there is one.
  var resourceName: PDFName {
    switch (family, isBold, isItalic) {
    case (.helvetica, false, false): "Helv"
    case (.helvetica, true, false): "HeBo"
    case (.helvetica, false, true): "HeOb"
    case (.helvetica, true, true): "HeBO"
    case (.times, false, false): "TiRo"
    case (.times, true, false): "TiBo"
    case (.times, false, true): "TiIt"
    case (.times, true, true): "TiBI"
    case (.courier, false, false): "Cour"
    case (.courier, true, false): "CoBo"
    case (.courier, false, true): "CoOb"
    case (.courier, true, true): "CoBO"
    }
  }

  var dictionary: PDFDictionary {
    [
      "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name(baseFont),
      "Encoding": .name("WinAnsiEncoding"),
    ]
  }

  /// In ems, from the baseline.
  var ascent: Double { family == .courier ? 0.629 : family == .times ? 0.683 : 0.718 }
  var descent: Double { family == .courier ? 0.157 : family == .times ? 0.217 : 0.207 }

  private var widths: [UInt16]? {
    switch family {
    case .helvetica: isBold ? StandardFontWidths.helveticaBold : StandardFontWidths.helvetica
    case .times:
      switch (isBold, isItalic) {
      case (false, false): StandardFontWidths.times
      case (true, false): StandardFontWidths.timesBold
      case (false, true): StandardFontWidths.timesItalic
      case (true, true): StandardFontWidths.timesBoldItalic
      }
    case .courier: nil
    }
  }

  /// In ems.
  func width(_ codes: some Sequence<UInt8>) -> Double {
    guard let widths else { return codes.reduce(0) { sum, _ in sum + 0.6 } }
    return codes.reduce(0) { $0 + ($1 >= 32 ? Double(widths[Int($1) - 32]) / 1_000 : 0) }
  }

  /// The font that a name in a `/DA` or a CSS family stands for.
  init(family: Family = .helvetica, isBold: Bool = false, isItalic: Bool = false) {
    self.family = family
    self.isBold = isBold
    self.isItalic = isItalic
  }

  init(named name: String) {
    let name = name.lowercased()
    if name.hasPrefix("cour") || name.contains("mono") || name.hasPrefix("cobo") || name.hasPrefix("coob") {
      family = .courier
    } else if name.hasPrefix("ti") || name.contains("times") || (name.contains("serif") && !name.contains("sans")) {
      family = .times
    }
    isBold = name.contains("bold") || ["hebo", "tibo", "cobo", "hebi", "tibi", "cobi"].contains(name)
    isItalic = name.contains("italic") || name.contains("oblique") || ["heob", "tiit", "coob", "hebi", "tibi", "cobi"].contains(name)
  }
}

/// WinAnsiEncoding (ISO 32000-1, Annex D.2): Windows code page 1252.
enum WinAnsi {
  /// The characters of the codes 0x80 to 0x9F; 0 where there is none.
  private static let upper: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  static func code(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: UInt8(scalar.value)
    case 0x09: 0x20
    default: upper.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
    }
  }

  /// Nil where a character has no code.
  static func encode(_ text: some StringProtocol) -> [UInt8]? {
    var codes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let code = code(scalar) else { return nil }
      codes.append(code)
    }
    return codes
  }
}
