// Section numbers are those of ISO 32000-1 unless another standard is named.

/// A font of a PDF: a composite font whose codes of two bytes are numbers of glyphs in its program (ISO 32000-1, 9.7),
/// and a simple one of the same program for characters of WinAnsiEncoding (9.6.3), whose codes take one byte.
package struct PDFFont: Sendable {
  /// The font's PostScript name.
  package var name: String
  package var program: FontProgram
  /// The advance of each code in 1/1000 em.
  package var widths: [Double]
  /// The text that each glyph represents, by code, in UTF-16; empty if it is not known.
  package var texts: [[UInt16]]
  /// The code in the composite font of each code of WinAnsiEncoding; 0 for unused ones.
  package var simpleCodes: [Int]
  /// Distances from the baseline, and the box around all glyphs, in 1/1000 em.
  package var ascent, descent, capHeight: Double
  package var box: PDFRectangle
  /// Degrees, anticlockwise from upright.
  package var italicAngle: Double

  package init(
    name: String, program: FontProgram, widths: [Double], texts: [[UInt16]],
    simpleCodes: [Int], ascent: Double, descent: Double,
    capHeight: Double, box: PDFRectangle, italicAngle: Double
  ) {
    (self.name, self.program, self.widths, self.texts) = (name, program, widths, texts)
    self.simpleCodes = simpleCodes
    (self.ascent, self.descent, self.capHeight) = (ascent, descent, capHeight)
    (self.box, self.italicAngle) = (box, italicAngle)
  }

  /// Defines the objects of the font.
  /// - Parameters:
  ///   - composite: the reserved number of the composite font's dictionary; nil if it is not used.
  ///   - simple: the reserved number of the simple font's dictionary; nil if it is not used. The program must be
  ///     TrueType, with a `cmap` of the characters of `simpleCodes`.
  package func write(to drawing: PDFDrawing, composite: Int?, simple: Int?) {
    let name = PDFName(Array((tag + "+" + safeName).utf8))
    let file = drawing.add(.stream(fileStream))
    if let composite { write(to: drawing, composite, name, file: file) }
    if let simple { write(to: drawing, simple: simple, name, file: file) }
  }

  private func write(to drawing: PDFDrawing, _ number: Int, _ name: PDFName, file: Int) {
    let isTrueType = program.format == .trueType
    // Symbolic: the glyphs do not have a standard encoding (9.8.2).
    var descriptor = descriptor(name, flags: 4, file: file)
    if drawing.namesGlyphsOfSubsets {
      descriptor["CIDSet"] = .reference(to: drawing.add(.stream(PDFStream(dictionary: [:], data: glyphSet).compressed)))
    }
    let descriptorNumber = drawing.add(.dictionary(descriptor))
    var descendant: PDFDictionary = [
      "Type": .name("Font"), "Subtype": .name(isTrueType ? "CIDFontType2" : "CIDFontType0"), "BaseFont": .name(name),
      "CIDSystemInfo": .dictionary([
        "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)),
        "Supplement": .integer(0),
      ]),
      "FontDescriptor": .reference(to: descriptorNumber),
      "W": .array([.integer(0), .array(widths.map(PDFObject.rounded))]),
    ]
    if isTrueType { descendant["CIDToGIDMap"] = .name("Identity") }
    let descendantNumber = drawing.add(.dictionary(descendant))
    let unicode = ToUnicodeMap.stream(texts)
    drawing.define(
      number,
      .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type0"), "BaseFont": .name(name), "Encoding": .name("Identity-H"),
        "DescendantFonts": .array([.reference(to: descendantNumber)]),
        "ToUnicode": .reference(to: drawing.add(.stream(unicode))),
      ]))
  }

  private func write(to drawing: PDFDrawing, simple number: Int, _ name: PDFName, file: Int) {
    let first = simpleCodes.firstIndex { $0 != 0 } ?? 0x20
    let last = simpleCodes.lastIndex { $0 != 0 } ?? 0x20
    let descriptor = drawing.add(.dictionary(descriptor(name, flags: 32, file: file)))
    drawing.define(
      number,
      .dictionary([
        "Type": .name("Font"), "Subtype": .name("TrueType"), "BaseFont": .name(name),
        "Encoding": .name("WinAnsiEncoding"), "FirstChar": .integer(first), "LastChar": .integer(last),
        "Widths": .array(simpleCodes[first...last].map { .rounded($0 == 0 ? 0 : widths[$0]) }),
        "FontDescriptor": .reference(to: descriptor),
      ]))
  }

  private func descriptor(_ name: PDFName, flags: Int, file: Int) -> PDFDictionary {
    [
      "Type": .name("FontDescriptor"), "FontName": .name(name), "Flags": .integer(flags), "FontBBox": .rectangle(box),
      "ItalicAngle": .rounded(italicAngle), "Ascent": .rounded(ascent), "Descent": .rounded(descent),
      "CapHeight": .rounded(capHeight), "StemV": .integer(80),
      program.format == .trueType ? "FontFile2" : "FontFile3": .reference(to: file),
    ]
  }

  private var fileStream: PDFStream {
    var stream = PDFStream(dictionary: [:], data: program.bytes).deflated
    switch program.format {
    case .trueType: stream.dictionary["Length1"] = .integer(program.bytes.count)
    case .compact: stream.dictionary["Subtype"] = .name("CIDFontType0C")
    }
    return stream
  }

  /// One bit for each glyph of the program (9.8.3.2).
  private var glyphSet: [UInt8] {
    var set = [UInt8](repeating: 0, count: (widths.count + 7) / 8)
    for glyph in widths.indices { set[glyph / 8] |= 0x80 >> UInt8(glyph % 8) }
    return set
  }

  /// Six letters that depend on the program: subsets of one font with different glyphs have different names (9.6.4).
  private var tag: String {
    // FNV-1a
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in program.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var letters = ""
    for _ in 0..<6 {
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(0x41 + hash % 26)))
      hash /= 26
    }
    return letters
  }

  private var safeName: String {
    let allowed = name.unicodeScalars.filter {
      (0x21...0x7E).contains($0.value) && !"()<>[]{}/%#".unicodeScalars.contains($0)
    }
    return allowed.isEmpty ? "Font" : String(String.UnicodeScalarView(allowed))
  }
}

/// The CMap that maps codes to text (ISO 32000-1, 9.10.3).
enum ToUnicodeMap {
  /// - Parameter texts: by code, in UTF-16. Codes without text are mapped to U+FFFD.
  static func stream(_ texts: [[UInt16]]) -> PDFStream {
    var map = PDFSerializer(.spaced)
    map.write(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <ffff>
      endcodespacerange

      """)
    var start = 1
    while start < texts.count {
      let end = min(start + 100, texts.count)
      map.write(end - start)
      map.write(" beginbfchar\n")
      for code in start..<end {
        map.write("<")
        map.write(hexadecimal: UInt16(truncatingIfNeeded: code))
        map.write("> <")
        if texts[code].isEmpty { map.write("fffd") }
        for unit in texts[code] { map.write(hexadecimal: unit) }
        map.write(">\n")
      }
      map.write("endbfchar\n")
      start = end
    }
    map.write("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
    return PDFStream(dictionary: [:], data: map.bytes).deflated
  }
}

extension PDFSerializer {
  fileprivate mutating func write(hexadecimal unit: UInt16) {
    let digits: StaticString = "0123456789abcdef"
    var text: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    text.0 = digits.utf8Start[Int(unit >> 12)]
    text.1 = digits.utf8Start[Int(unit >> 8 & 15)]
    text.2 = digits.utf8Start[Int(unit >> 4 & 15)]
    text.3 = digits.utf8Start[Int(unit & 15)]
    write(bytes: [text.0, text.1, text.2, text.3])
  }
}
