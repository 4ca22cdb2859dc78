// Section numbers are those of ISO 32000-1.

/// The CMap that maps codes to text (9.10.3).
enum ToUnicodeMap {
  /// - Parameter texts: by code, in UTF-16. Codes without text are mapped to U+FFFD.
  static func stream(_ texts: [[UInt16]]) -> PDFStream {
    var map = PDFSerializer(.spaced)
    map.begin("Adobe-Identity-UCS", ordering: "UCS", type: 2, codes: "<0000> <ffff>")
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
    map.end()
    return PDFStream(dictionary: [:], data: map.bytes).deflated
  }
}

/// The CMaps of a composite font whose codes are those of WinAnsiEncoding (9.7.5).
enum SingleByteMap {
  /// - Parameter codes: the CID of each code; 0 for unused ones.
  static func encoding(_ codes: [Int]) -> PDFStream {
    var map = PDFSerializer(.spaced)
    map.begin("WinAnsi-Subset", ordering: "Identity", type: 1, codes: "<00> <ff>")
    map.writeEntries(of: codes, "cidchar") { map, code in map.write(codes[code]) }
    let system: PDFDictionary = [
      "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)), "Supplement": .integer(0),
    ]
    let dictionary: PDFDictionary = [
      "Type": .name("CMap"), "CMapName": .name("WinAnsi-Subset"), "CIDSystemInfo": .dictionary(system),
    ]
    return PDFStream(dictionary: dictionary, data: map.bytes).deflated
  }

  /// - Parameter codes: 0 for unused ones.
  static func unicode(_ codes: [Int]) -> PDFStream {
    var map = PDFSerializer(.spaced)
    map.begin("Adobe-Identity-UCS", ordering: "UCS", type: 2, codes: "<00> <ff>")
    map.writeEntries(of: codes, "bfchar") { map, code in
      map.write("<")
      map.write(hexadecimal: WinAnsi.character(of: UInt8(code)))
      map.write(">")
    }
    return PDFStream(dictionary: [:], data: map.bytes).deflated
  }
}

extension PDFSerializer {
  /// Writes the beginning of a CMap.
  /// - Parameters:
  ///   - type: 1 for a map to CIDs, 2 for one to Unicode.
  ///   - codes: the range of the codes.
  fileprivate mutating func begin(_ name: String, ordering: String, type: Int, codes: String) {
    write(
      text: """
        /CIDInit /ProcSet findresource begin
        12 dict begin
        begincmap
        /CIDSystemInfo << /Registry (Adobe) /Ordering (\(ordering)) /Supplement 0 >> def
        /CMapName /\(name) def
        /CMapType \(type) def
        1 begincodespacerange
        \(codes)
        endcodespacerange

        """)
  }

  fileprivate mutating func end() { write("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend") }

  /// Writes an entry for each used code, in groups of at most 100, and the end of the CMap.
  fileprivate mutating func writeEntries(
    of codes: [Int], _ kind: String, value: (inout PDFSerializer, Int) -> Void
  ) {
    let used = codes.indices.filter { codes[$0] != 0 && $0 < 256 }
    for start in stride(from: 0, to: used.count, by: 100) {
      let group = used[start..<min(start + 100, used.count)]
      write(group.count)
      write(text: " begin\(kind)\n")
      for code in group {
        let digits = String(code, radix: 16)
        write(text: "<" + (digits.count < 2 ? "0" : "") + digits + "> ")
        value(&self, code)
        write("\n")
      }
      write(text: "end\(kind)\n")
    }
    end()
  }
}

extension PDFSerializer {
  mutating func write(hexadecimal unit: UInt16) {
    let digits: StaticString = "0123456789abcdef"
    var text: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    text.0 = digits.utf8Start[Int(unit >> 12)]
    text.1 = digits.utf8Start[Int(unit >> 8 & 15)]
    text.2 = digits.utf8Start[Int(unit >> 4 & 15)]
    text.3 = digits.utf8Start[Int(unit & 15)]
    write(bytes: [text.0, text.1, text.2, text.3])
  }
}
