/// Builds the file that is handed out from Cairo's objects and new ones: streams one by one, all else in object streams.
struct PDFAssembly {
  private let source: CairoPDF
  private var packed = PackedObjects()
  /// By object number: it is new, or takes the place of one of Cairo's.
  private var isWritten: ContiguousArray<Bool>
  /// Numbers that Cairo's file does not use, the lowest last.
  private var free: [Int]
  /// Entries that pages get besides Cairo's.
  private var pageEntries: [Int: String] = [:]

  init(_ source: CairoPDF) {
    self.source = source
    isWritten = ContiguousArray(repeating: false, count: max(1, source.objects.count))
    free = source.objects.indices.dropFirst().filter { source.objects[$0] == nil }.reversed()
  }

  var pages: [Int] { source.pages }

  /// The number of a new object, to be written by `set` or `write`.
  mutating func reserve() -> Int {
    if let number = free.popLast() { return number }
    isWritten.append(false)
    return isWritten.count - 1
  }

  /// The first of as many new numbers that follow each other.
  mutating func reserve(_ count: Int) -> Int {
    isWritten.append(contentsOf: repeatElement(false, count: count))
    return isWritten.count - count
  }

  /// - Parameter body: what stands between `obj` and `endobj`.
  mutating func set(_ number: Int, _ body: String) { write(number) { $0.append(text: body) } }

  mutating func write(_ number: Int, _ body: (inout PDFBuffer) -> Void) {
    isWritten[number] = true
    packed.write(number, body)
  }

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
    for page in source.pages.indices {
      guard let entries = pageEntries[page], let dictionary = source.dictionary(source.pages[page]) else { continue }
      write(source.pages[page]) { buffer in
        buffer.append("<<")
        buffer.append(bytes: dictionary)
        buffer.append(text: " " + entries)
        buffer.append("\n>>")
      }
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

    var file = PDFBuffer()
    file.reserve(source.bytes.count + packed.buffer.count / 2)
    // The comment of four high bytes marks the file as binary (§7.5.2).
    file.append("%PDF-1.7\n%")
    file.append(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
    var places: [(number: Int, byte: Int)] = []
    appendCairosObjects(to: &file, &places)
    let streams = packed.streams()
    let first = reserve(streams.count + 1)
    for (index, stream) in streams.enumerated() {
      places.append((first + index, file.count))
      file.append(stream: first + index, stream.dictionary, stream.data)
    }
    // The identifier depends on the contents alone.
    let identifier = Fingerprint.hex(of: file.bytes)
    let start = file.count
    var references = CrossReferences(count: isWritten.count)
    for place in places { references.note(place.number, at: place.byte) }
    for (index, stream) in streams.enumerated() {
      for (place, entry) in stream.entries.enumerated() {
        references.note(packed.entries[entry].number, in: first + index, at: place)
      }
    }
    let number = first + streams.count
    references.note(number, at: start)
    let (dictionary, data) = references.stream()
    let trailer = " /Root \(source.catalog) 0 R /Info \(infoNumber) 0 R /ID [<\(identifier)> <\(identifier)>]"
    file.append(stream: number, dictionary + trailer, data)
    file.append(text: "startxref\n\(start)\n%%EOF\n")
    return file.bytes
  }

  /// Copies Cairo's streams, each with its length inside, and packs Cairo's other objects.
  private mutating func appendCairosObjects(to file: inout PDFBuffer, _ places: inout [(number: Int, byte: Int)]) {
    let kept = source.objects.enumerated().compactMap { number, range in
      range.flatMap { isWritten[number] ? nil : (number: number, range: $0) }
    }
    var isLength = Set<Int>()
    for object in kept.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where source.isStream(object.range) {
      places.append((object.number, file.count))
      if let length = source.indirectLength(object.range) {
        isLength.insert(length.number)
        file.append(bytes: source.bytes[object.range.lowerBound..<length.range.lowerBound])
        file.append(length.value)
        file.append(bytes: source.bytes[length.range.upperBound..<object.range.upperBound])
      } else {
        file.append(bytes: source.bytes[object.range])
      }
    }
    for object in kept where !isLength.contains(object.number) && !source.isStream(object.range) {
      guard let value = source.value(object.range) else { continue }
      let bytes = source.resourcesWithoutRepeats(value) ?? Array(source.bytes[value])
      write(object.number) { $0.append(bytes: bytes) }
    }
  }
}

extension PDFBuffer {
  /// Appends a stream object (§7.3.8).
  fileprivate mutating func append(stream number: Int, _ dictionary: String, _ data: [UInt8]) {
    append(text: "\(number) 0 obj\n<< \(dictionary) /Length \(data.count) >>\nstream\n")
    append(bytes: data)
    append("\nendstream\nendobj\n")
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
