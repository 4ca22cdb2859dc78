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
  ///   - simple: the reserved number of the simple font's dictionary; nil if it is not used. A TrueType program must
  ///     have a `cmap` of the characters of `simpleCodes`. With another program, which has no encoding, the font is a
  ///     composite one with the same codes.
  package func write(to drawing: PDFDrawing, composite: Int?, simple: Int?) {
    let name = PDFName(Array((tag + "+" + safeName).utf8))
    let file = drawing.add(.stream(fileStream))
    let isTrueType = program.format == .trueType
    let isComposite = composite != nil || simple != nil && !isTrueType
    let descendant = isComposite ? descendant(drawing, name, file: file) : 0
    if let composite {
      let unicode = drawing.add(.stream(ToUnicodeMap.stream(texts)))
      define(composite, in: drawing, name, descendant, encoding: .name("Identity-H"), unicode: unicode)
    }
    guard let simple else { return }
    if isTrueType {
      write(to: drawing, simple: simple, name, file: file)
    } else {
      let encoding = PDFObject.reference(to: drawing.add(.stream(SingleByteMap.encoding(simpleCodes))))
      let unicode = drawing.add(.stream(SingleByteMap.unicode(simpleCodes)))
      define(simple, in: drawing, name, descendant, encoding: encoding, unicode: unicode)
    }
  }

  /// A composite font (9.7.6).
  private func define(
    _ number: Int, in drawing: PDFDrawing, _ name: PDFName, _ descendant: Int, encoding: PDFObject, unicode: Int
  ) {
    drawing.define(
      number,
      .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type0"), "BaseFont": .name(name), "Encoding": encoding,
        "DescendantFonts": .array([.reference(to: descendant)]), "ToUnicode": .reference(to: unicode),
      ]))
  }

  /// Adds the CIDFont of the composite fonts (9.7.4).
  private func descendant(_ drawing: PDFDrawing, _ name: PDFName, file: Int) -> Int {
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
    return drawing.add(.dictionary(descendant))
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
