/// A font that text was shown with, and the codes of that text.
struct FontCheck {
  let dictionary: PDFDictionary
  let place: String
  private(set) var isVisible = false
  private(set) var isShown = false
  /// The codes that were shown: one byte, or two in composite fonts.
  private(set) var codes: Set<UInt16> = []
  private let isComposite: Bool

  init(_ dictionary: PDFDictionary, place: String) {
    self.dictionary = dictionary
    self.place = place
    isComposite = dictionary["Subtype"] == .name("Type0")
  }

  mutating func add(_ strings: [[UInt8]], isVisible: Bool) {
    isShown = true
    self.isVisible = self.isVisible || isVisible
    for string in strings {
      if isComposite {
        for index in stride(from: 0, to: string.count - 1, by: 2) {
          codes.insert(UInt16(string[index]) << 8 | UInt16(string[index + 1]))
        }
      } else {
        for byte in string { codes.insert(UInt16(byte)) }
      }
    }
  }
}

/// Rules of fonts.
extension ConformanceCheck {
  mutating func checkFonts() {
    for number in fonts.keys.sorted() {
      guard let font = fonts[number], font.isShown else { continue }
      checkFont(font)
    }
  }

  private mutating func checkFont(_ font: FontCheck) {
    let dictionary = font.dictionary
    let subtype = resolve(dictionary["Subtype"]).name
    let types: Set<PDFName> = ["Type0", "Type1", "MMType1", "Type3", "TrueType"]
    if dictionary["Type"] != .name("Font") || !(subtype.map(types.contains) ?? false)
      || subtype != "Type3" && dictionary["BaseFont"].isNull
    {
      log.add(.fontDictionary, font.place)
    }
    if profile.needsUnicode, !hasUnicode(font, subtype) { log.add(.unicode, font.place) }
    switch subtype {
    case "Type0": checkComposite(font)
    case "Type3": break
    default: checkSimple(font, subtype)
    }
  }

  private func program(of descriptor: PDFDictionary?) -> PDFStream? {
    guard let descriptor else { return nil }
    return (["FontFile", "FontFile2", "FontFile3"] as [PDFName]).lazy.compactMap { resolve(descriptor[$0]).stream }
      .first
  }

  private mutating func checkSimple(_ font: FontCheck, _ subtype: PDFName?) {
    let descriptor = dictionary(font.dictionary["FontDescriptor"])
    guard program(of: descriptor) != nil else {
      if font.isVisible { log.add(.embedded, font.place) }
      return
    }
    let name = font.dictionary["BaseFont"].name?.text ?? ""
    let isSubset = name.dropFirst(6).first == "+"
    if subtype == "Type1", isSubset, descriptor?["CharSet"].isNull ?? true { log.add(.glyphSet, font.place) }
  }

  private mutating func checkComposite(_ font: FontCheck) {
    guard let descendant = (resolve(font.dictionary["DescendantFonts"]).array?.first).flatMap({ dictionary($0) }) else {
      return log.add(.fontDictionary, font.place)
    }
    let encoding = resolve(font.dictionary["Encoding"])
    if let name = encoding.name, !Self.isPredefined(name) { log.add(.characterMap, font.place) }
    if let map = encoding.stream?.dictionary, let own = dictionary(map["CIDSystemInfo"]),
      let other = dictionary(descendant["CIDSystemInfo"]),
      own["Registry"] != other["Registry"] || own["Ordering"] != other["Ordering"]
    {
      log.add(.systemInfo, font.place)
    }
    let descriptor = dictionary(descendant["FontDescriptor"])
    guard let program = program(of: descriptor) else {
      if font.isVisible { log.add(.embedded, font.place) }
      return
    }
    let isTrueType = descendant["Subtype"] == .name("CIDFontType2")
    let map = resolve(descendant["CIDToGIDMap"])
    if isTrueType, map.stream == nil, map != .name("Identity") { log.add(.glyphMap, font.place) }
    let name = font.dictionary["BaseFont"].name?.text ?? ""
    if name.dropFirst(6).first == "+", descriptor?["CIDSet"].isNull ?? true { log.add(.glyphSet, font.place) }
    guard encoding.name == "Identity-H" || encoding.name == "Identity-V", font.isVisible else { return }
    if font.codes.contains(0) { log.add(.missingGlyph, font.place) }
    if isTrueType, map == .name("Identity"), encoding.name == "Identity-H", let data = try? file.decode(program),
      let metrics = TrueTypeWidths(data)
    {
      checkWidths(font, descendant, metrics)
    }
  }

  /// Widths must agree within 1/1000 of the font's size.
  private mutating func checkWidths(_ font: FontCheck, _ descendant: PDFDictionary, _ metrics: TrueTypeWidths) {
    let stated = widths(descendant)
    let normal = resolve(descendant["DW"]).number ?? 1000
    for code in font.codes.sorted() {
      guard let width = metrics.width(Int(code)) else {
        log.add(.missingGlyph, font.place)
        continue
      }
      if abs((stated[Int(code)] ?? normal) - width) > 1 {
        log.add(.widths, font.place)
        return
      }
    }
  }

  /// The widths that are read of a font, in which several ranges may state one for the same character.
  private static let maximumWidths = 1 << 20

  /// `/W` (ISO 32000-1, 9.7.4.3).
  private func widths(_ font: PDFDictionary) -> [Int: Double] {
    let values = (resolve(font["W"]).array ?? []).map { resolve($0) }
    var result: [Int: Double] = [:]
    var index = 0
    var left = Self.maximumWidths
    while index + 1 < values.count, left > 0, let first = values[index].integer, 0...65_535 ~= first {
      if let list = values[index + 1].array {
        for (offset, width) in list.prefix(left).enumerated() { result[first + offset] = resolve(width).number }
        left -= list.count
        index += 2
      } else if index + 2 < values.count, let last = values[index + 1].integer, last <= 65_535,
        let width = values[index + 2].number
      {
        if last >= first {
          for code in first...last { result[code] = width }
          left -= last - first + 1
        }
        index += 3
      } else {
        break
      }
    }
    return result
  }

  private func hasUnicode(_ font: FontCheck, _ subtype: PDFName?) -> Bool {
    if resolve(font.dictionary["ToUnicode"]).stream != nil { return true }
    let encoding = resolve(font.dictionary["Encoding"])
    let standard: Set<PDFName> = ["WinAnsiEncoding", "MacRomanEncoding", "MacExpertEncoding"]
    switch subtype {
    case "Type0":
      guard let name = encoding.name else { return false }
      return Self.isPredefined(name) && name != "Identity-H" && name != "Identity-V"
    case "Type3", "TrueType":
      return (encoding.name ?? encoding.dictionary?["BaseEncoding"].name).map(standard.contains) ?? false
    default:
      let flags = dictionary(font.dictionary["FontDescriptor"]).flatMap { resolve($0["Flags"]).integer } ?? 32
      return encoding.name.map(standard.contains) ?? false || encoding.dictionary != nil || flags & 4 == 0
    }
  }

  private static func isPredefined(_ name: PDFName) -> Bool {
    let text = name.text
    let known = ["Identity-H", "Identity-V", "H", "V", "Ext-RKSJ-H", "Ext-RKSJ-V", "EUC-H", "EUC-V"]
    let families = [
      "GB", "Uni", "B5pc", "HKscs", "ETen", "ETenms", "CNS", "83pv", "90ms", "90msp", "90pv", "Add", "KSC", "KSCms",
      "KSCpc",
    ]
    return known.contains(text)
      || (text.hasSuffix("-H") || text.hasSuffix("-V")) && families.contains { text.hasPrefix($0) }
  }
}

/// The advance widths of a TrueType font (OpenType, tables `head`, `hhea`, `hmtx`).
struct TrueTypeWidths {
  private let data: [UInt8]
  private let unitsPerEm: Double
  private let table: Range<Int>
  private let count: Int
  private let glyphs: Int

  init?(_ data: [UInt8]) {
    self.data = data
    func short(_ offset: Int) -> Int? {
      offset >= 0 && offset + 1 < data.count ? Int(data[offset]) << 8 | Int(data[offset + 1]) : nil
    }
    func long(_ offset: Int) -> Int? {
      guard let high = short(offset), let low = short(offset + 2) else { return nil }
      return high << 16 | low
    }
    var tables: [String: Range<Int>] = [:]
    guard let tableCount = short(4) else { return nil }
    for index in 0..<tableCount {
      let entry = 12 + 16 * index
      guard entry + 16 <= data.count, let offset = long(entry + 8), let length = long(entry + 12),
        offset + length <= data.count
      else { return nil }
      tables[String(decoding: data[entry..<entry + 4], as: UTF8.self)] = offset..<offset + length
    }
    guard let head = tables["head"], let hhea = tables["hhea"], let hmtx = tables["hmtx"], let maxp = tables["maxp"],
      let units = short(head.lowerBound + 18), units > 0, let metrics = short(hhea.lowerBound + 34), metrics > 0,
      let glyphs = short(maxp.lowerBound + 4), hmtx.count >= 4 * metrics
    else { return nil }
    unitsPerEm = Double(units)
    table = hmtx
    count = metrics
    self.glyphs = glyphs
  }

  /// The width of a glyph in 1/1000 of the font's size; nil if there is no such glyph.
  func width(_ glyph: Int) -> Double? {
    guard glyph < glyphs else { return nil }
    let offset = table.lowerBound + 4 * min(glyph, count - 1)
    return Double(Int(data[offset]) << 8 | Int(data[offset + 1])) * 1000 / unitsPerEm
  }
}
