import PDF

/// The index of a base as bytes, so that another process can use it: a line that names the format and the base, and
/// words of eight bytes, the lowest byte first. Each part has the number of its words before it.
extension BaseIndex {
  /// The number of the format. A change of the format, or of what belongs to the objects of a document, increments it.
  package static let format = 2

  private static func header(_ base: String) -> [UInt8] { Array("Pressrun base index \(format) of \(base)\n".utf8) }

  /// - Parameter sha256: the hash of the base's bytes.
  func encoded(of sha256: String) -> [UInt8] {
    var bytes = Self.header(sha256)
    for numbers in [objects.numbers, objects.pages, objects.tagged] {
      Self.add(numbers.words, to: &bytes)
      Self.add(ContiguousArray(numbers.far.sorted().map { UInt64($0) }), to: &bytes)
    }
    for table in [annotations.pages, annotations.arrays, annotations.annotations] { Self.add(table.words, to: &bytes) }
    return bytes
  }

  private static func add(_ words: ContiguousArray<UInt64>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + 8 * (words.count + 1))
    for word in [UInt64(words.count)] + words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
  }

  /// - Returns: nil if the bytes are no index of this base in this format.
  init?(_ bytes: [UInt8], of sha256: String) {
    var reader = WordReader(bytes)
    guard reader.skip(Self.header(sha256)),
      let numbers = reader.numbers(), let pageNumbers = reader.numbers(), let tagged = reader.numbers(),
      let pages = reader.words().flatMap(ReferenceTable.init(words:)),
      let arrays = reader.words().flatMap(ReferenceTable.init(words:)),
      let annotations = reader.words().flatMap(ReferenceTable.init(words:)), reader.isAtEnd
    else { return nil }
    self.init(
      objects: DocumentObjects(numbers: numbers, pages: pageNumbers, tagged: tagged),
      annotations: AnnotationIndex(pages: pages, arrays: arrays, annotations: annotations))
  }

  /// Whether bytes claim to be an index of this base in this format.
  package static func isIndex(_ bytes: [UInt8], of sha256: String) -> Bool { bytes.starts(with: header(sha256)) }

  /// The index of a base, as bytes.
  /// - Throws: `PDFError` if an object of its document cannot be read.
  package static func encoded(of base: PDFFile) throws(PDFError) -> [UInt8] {
    let index = BaseIndex(objects: try base.documentObjects(), annotations: try AnnotationIndex(base))
    return index.encoded(of: Hash.of(base.bytes, length: base.length))
  }
}

/// Reads the encoded form of a `BaseIndex`.
private struct WordReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  private mutating func word() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
  }

  mutating func words() -> ContiguousArray<UInt64>? {
    guard let count = word(), count <= UInt64((bytes.count - position) / 8) else { return nil }
    let start = position
    position += 8 * Int(count)
    return ContiguousArray(unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      bytes.withUnsafeBytes { source in
        for index in 0..<Int(count) {
          let word = source.loadUnaligned(fromByteOffset: start + 8 * index, as: UInt64.self)
          buffer.initializeElement(at: index, to: UInt64(littleEndian: word))
        }
      }
      initialized = Int(count)
    }
  }

  mutating func numbers() -> ObjectNumbers? {
    guard let words = words(), let far = self.words() else { return nil }
    return ObjectNumbers(words: words, far: Set(far.compactMap { Int(exactly: $0) }))
  }
}
