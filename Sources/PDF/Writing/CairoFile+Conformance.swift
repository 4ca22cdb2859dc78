extension CairoFile {
  /// The number of a page's content stream.
  func content(ofPage page: Int) -> Int? {
    guard objects.indices.contains(page), let range = objects[page],
      let place = bytes.first("/Contents ", in: range)
    else { return nil }
    var lexer = PDFLexer(bytes, at: place + 10, end: range.upperBound)
    return try? lexer.nextInteger()
  }

  /// A stream object of which only the length may be in another one.
  func stream(_ object: Range<Int>, length: Int?) throws(PDFError) -> PDFStream {
    var parser = PDFParser(bytes, at: object.lowerBound, end: object.upperBound, limits: PDFLimits())
    guard let stream = try parser.indirectObject(length: { _ in length }).value.stream else {
      throw .syntax("An object of the drawing is not a stream.", at: object.lowerBound)
    }
    return stream
  }

  /// An image object with `/Interpolate false`, as PDF/A requires (ISO 19005-2, 6.2.8); nil if it needs no change.
  func imageWithoutInterpolation(_ object: Range<Int>) -> [UInt8]? {
    guard let end = bytes.first("stream", in: object.lowerBound..<min(object.upperBound, object.lowerBound + 1024)),
      let place = bytes.first("/Interpolate true", in: object.lowerBound..<end)
    else { return nil }
    return bytes.array(object.lowerBound..<place) + Array("/Interpolate false".utf8)
      + bytes.array(place + 17..<object.upperBound)
  }

  /// The entries of a page without its transparency group.
  static func entriesWithoutGroup(_ entries: [UInt8]) -> [UInt8] {
    let bytes = PDFBytes(entries)
    guard let start = bytes.first("/Group <<", in: 0..<entries.count),
      let end = bytes.first(">>", in: start..<entries.count)
    else { return entries }
    return Array(entries[..<start] + entries[(end + 2)...])
  }

  /// The dictionaries of fonts in which characters are selected by CID (ISO 32000-1, 9.7.4), by object number.
  var characterFonts: [(number: Int, dictionary: PDFDictionary)] {
    objects.indices.compactMap { number in
      guard let range = objects[number],
        bytes.first("/CIDFontType", in: range.lowerBound..<min(range.upperBound, range.lowerBound + 64)) != nil
      else { return nil }
      return dictionary(number).map { (number, $0) }
    }
  }

  func dictionary(_ number: Int) -> PDFDictionary? { try? Self.dictionary(number, objects, bytes) }
}

extension DocumentWriter {
  /// Writes entries of Cairo's fonts that the profiles require: how glyphs are selected (ISO 19005-2, 6.2.11.3.2), and
  /// for PDF/A-1 which glyphs a subset has (ISO 19005-1, 6.3.5).
  mutating func completeFonts() {
    for (number, font) in drawing.characterFonts {
      if font["Subtype"] == .name("CIDFontType2"), font["CIDToGIDMap"].isNull {
        var complete = font
        complete["CIDToGIDMap"] = .name("Identity")
        write(number, complete)
      }
      guard conformance?.isVersion4 ?? false, let count = Self.glyphs(in: font["W"]),
        let descriptor = font["FontDescriptor"].reference?.number, var entries = drawing.dictionary(descriptor)
      else { continue }
      var set = [UInt8](repeating: 0, count: (count + 7) / 8)
      for glyph in 0..<count { set[glyph / 8] |= 0x80 >> UInt8(glyph % 8) }
      entries["CIDSet"] = .reference(to: write(stream: PDFStream(dictionary: [:], data: set)))
      write(descriptor, entries)
    }
  }

  /// The number of glyphs of a subset, from Cairo's array of widths: `[0 [600 250 …]]`.
  private static func glyphs(in widths: PDFObject) -> Int? {
    guard let array = widths.array, array.count == 2, array[0] == .integer(0) else { return nil }
    return array[1].array?.count
  }
}
