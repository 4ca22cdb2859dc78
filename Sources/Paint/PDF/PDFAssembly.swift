/// Builds the file that is handed out from Cairo's objects and new ones.
struct PDFAssembly {
  private let source: CairoPDF
  /// Text of objects that are new or take the place of one of Cairo's, by number.
  private var replaced: [Int: String] = [:]
  private var next: Int
  /// Entries that pages get besides Cairo's.
  private var pageEntries: [Int: String] = [:]

  init(_ source: CairoPDF) {
    self.source = source
    next = source.objects.count
  }

  var pages: [Int] { source.pages }

  /// The number of a new object, to be written by `set`.
  mutating func reserve() -> Int {
    next += 1
    return next - 1
  }

  /// - Parameter body: what stands between `obj` and `endobj`.
  mutating func set(_ number: Int, _ body: String) { replaced[number] = body }

  mutating func add(_ body: String) -> Int {
    let number = reserve()
    set(number, body)
    return number
  }

  /// Adds entries to a page's dictionary.
  mutating func extendPage(_ page: Int, _ entries: String) {
    pageEntries[page, default: ""] += " " + entries
  }

  private mutating func finishPages() {
    for (page, entries) in pageEntries {
      guard var dictionary = source.dictionary(source.pages[page]) else { continue }
      if entries.contains("/StructParents "[...]), let own = dictionary.firstRange(of: /\/StructParents \d+/) {
        // Cairo's own number, of a tree that is not in the file.
        dictionary.removeSubrange(own)
      }
      set(source.pages[page], "<<\(dictionary)  \(entries)\n>>")
    }
  }

  /// The whole file.
  /// - Parameters:
  ///   - catalog: entries beside `/Type` and `/Pages`.
  ///   - info: the information dictionary's entries; empty for none.
  mutating func finish(catalog: String, info: String) -> [UInt8] {
    finishPages()
    set(source.catalog, "<< /Type /Catalog /Pages \(source.pageTree) 0 R\(catalog) >>")
    let infoNumber = source.info ?? reserve()
    set(infoNumber, "<<\(info) >>")

    var file: [UInt8] = []
    file.reserveCapacity(source.bytes.count + replaced.values.reduce(0) { $0 + $1.utf8.count + 64 })
    // The comment of four high bytes marks the file as binary (§7.5.2).
    file += Array("%PDF-1.7\n%".utf8) + [0xB5, 0xED, 0xAE, 0xFB, 0x0A]
    var offsets = [Int?](repeating: nil, count: next)
    let kept = source.objects.enumerated().compactMap { number, range in
      range.flatMap { replaced[number] == nil ? (number: number, range: $0) : nil }
    }
    for object in kept.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      offsets[object.number] = file.count
      if let tidy = source.resourcesWithoutRepeats(object.range) { file += tidy } else { file += source.bytes[object.range] }
    }
    for (number, body) in replaced.sorted(by: { $0.key < $1.key }) {
      offsets[number] = file.count
      file += "\(number) 0 obj\n\(body)\nendobj\n".utf8
    }
    appendTrailer(to: &file, offsets: offsets, info: infoNumber)
    return file
  }

  /// The cross-reference table and trailer (§7.5.4, §7.5.5).
  private func appendTrailer(to file: inout [UInt8], offsets: [Int?], info: Int) {
    let table = file.count
    // The identifier depends on the contents alone.
    let identifier = Fingerprint.hex(of: file)
    file += "xref\n0 \(offsets.count)\n".utf8
    for (number, offset) in offsets.enumerated() {
      if let offset {
        file += Self.padded(offset, 10) + " 00000 n \n".utf8
      } else {
        // Free entries form a chain that begins and ends with object 0.
        let nextFree = offsets[(number + 1)...].firstIndex { $0 == nil } ?? 0
        file += Self.padded(nextFree, 10) + (number == 0 ? " 65535 f \n" : " 00001 f \n").utf8
      }
    }
    file += """
      trailer
      << /Size \(offsets.count) /Root \(source.catalog) 0 R /Info \(info) 0 R /ID [<\(identifier)> <\(identifier)>] >>
      startxref
      \(table)
      %%EOF

      """.utf8
  }

  private static func padded(_ number: Int, _ width: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    return [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
  }
}

/// 128 bits that differ between files: no protection against anyone, only a name.
enum Fingerprint {
  static func hex(of bytes: [UInt8]) -> String {
    var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    var second: UInt64 = 0xD1B5_4A32_D192_ED03
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      func mix(_ word: UInt64) {
        first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
        first ^= first >> 32
        second = (second &+ word &+ first) &* 0xC4CE_B9FE_1A85_EC53
        second ^= second >> 29
      }
      while offset + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest = UInt64(bytes.count) << 56
      for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
      mix(rest)
      mix(second)
    }
    return [first, second].map { word in
      let digits = String(word, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
