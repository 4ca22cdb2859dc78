import OperatingSystem

/// The records of a merged file with which each of its parts can be restored byte for byte.
///
/// A part's streams are in the merged file, with the same encoded bytes, so that only what is between them is stored
/// once more: dictionaries, object streams and cross-reference sections. The record refers to streams as indirect
/// objects. It therefore survives programs that renumber objects, and that compress streams which were not encoded, as
/// long as they do not encode other streams anew. It is private data of the catalog's page-piece dictionary (ISO
/// 32000-1, 14.5).
struct MergedOriginals {
  /// The original of a part, before it was merged.
  struct Original {
    var title: String
    /// The object number of its first page.
    var page: Int
    var pages: Int
    var bytes: PDFBytes
    /// Ranges of `bytes`, and the numbers of the streams that have the same bytes.
    var streams: [(range: Range<Int>, number: Int)]
  }

  static let application: PDFName = "Pressrun"

  private var records: [PDFObject] = []
  /// The SHA-256 of the parts that were added.
  private(set) var digests: [String] = []
  private var literals: [UInt8] = []
  /// The number of the stream that will contain `literals`.
  private var literalStream: Int?

  /// The bytes of several parts go into one stream, because they resemble each other.
  private static let streamSize = 4 << 20

  mutating func add(_ original: Original, _ output: MergeOutput) throws(PDFError) {
    let stream = literalStream ?? output.reserve()
    literalStream = stream
    let start = literals.count
    var lengths: [PDFObject] = []
    var streams: [PDFObject] = []
    var position = 0
    let all = original.bytes
    let sha256 = SHA256.hash { add in all.withBytes(0..<all.count) { add($0) } }
    for (range, number) in original.streams.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where range.lowerBound >= position && !range.isEmpty {
      all.withBytes(position..<range.lowerBound) { literals.append(contentsOf: $0) }
      lengths.append(.integer(range.lowerBound - position))
      streams.append(.reference(to: number))
      position = range.upperBound
    }
    all.withBytes(position..<all.count) { literals.append(contentsOf: $0) }
    lengths.append(.integer(all.count - position))
    digests.append(sha256.hex)
    records.append(
      .dictionary([
        "Title": .text(original.title), "Page": .reference(to: original.page), "Count": .integer(original.pages),
        "Size": .integer(all.count), "SHA256": .string(sha256.bytes),
        "Literals": .reference(to: stream), "Start": .integer(start), "Lengths": .array(lengths),
        "Streams": .array(streams),
      ]))
    if literals.count >= Self.streamSize { flush(output) }
  }

  /// Takes over the records of a file whose pages are drawn on sheets.
  mutating func adopt(_ copies: [PDFDictionary], _ copier: ObjectCopier) throws(PDFError) {
    for record in copies { records.append(.dictionary(try copier.entries(record))) }
  }

  private mutating func flush(_ output: MergeOutput) {
    guard let number = literalStream else { return }
    var stream = PDFStream(dictionary: [:], data: literals)
    // Most of it is compressed already, in object streams and cross-reference streams.
    if let data = literals.deflated(.fast) {
      stream = PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: data)
    }
    output.write(.stream(stream), as: number)
    literalStream = nil
    literals.removeAll(keepingCapacity: true)
  }

  /// The catalog's `/PieceInfo`; null if there are no originals.
  mutating func write(to output: MergeOutput, recorded: String) -> PDFObject {
    flush(output)
    guard !records.isEmpty else { return .null }
    var data: PDFDictionary = [
      "Private": output.write(.dictionary(["Parts": .array(records.map { output.write($0) })]))
    ]
    if !recorded.isEmpty { data["LastModified"] = .text(recorded) }
    return .dictionary([Self.application: .dictionary(data)])
  }
}

/// A part of a file that `FileMerge` wrote, which can be restored byte for byte.
package struct OriginalPart: Sendable {
  /// The title of the part in the merged file; may be empty.
  package var title: String
  /// The index of its first page, or of the sheet that contains it.
  package var firstPage: Int
  /// How many pages it has.
  package var pages: Int
  /// Bytes of the file that it was.
  package var size: Int
  /// The SHA-256 of the file that the part was: 64 lower-case hexadecimal digits.
  package var sha256: String
  fileprivate var record: PDFDictionary
}

extension PDFFile {
  /// The records of the parts that can be restored; nil if there are none.
  func originalRecords() throws(PDFError) -> [PDFDictionary]? {
    guard let pieces = try resolve(catalog()["PieceInfo"]).dictionary,
      let own = try resolve(pieces[MergedOriginals.application]).dictionary,
      let data = try resolve(own["Private"]).dictionary, let list = try resolve(data["Parts"]).array
    else { return nil }
    var records: [PDFDictionary] = []
    for item in list {
      guard let record = try resolve(item).dictionary else {
        throw PDFError(code: .syntax, message: "The record of part \(records.count + 1) is not a dictionary.")
      }
      records.append(record)
    }
    return records
  }

  /// The parts of which the file was made; empty if it does not record them.
  package func originals() throws(PDFError) -> [OriginalPart] {
    guard let records = try originalRecords() else { return [] }
    var indices: [PDFReference: Int] = [:]
    for page in try pages() { if let reference = page.reference { indices[reference] = page.index } }
    var parts: [OriginalPart] = []
    for record in records {
      guard let size = record["Size"].integer, size >= 0, let digest = record["SHA256"].string,
        let count = record["Count"].integer, count >= 0
      else { throw PDFError(code: .syntax, message: "The record of part \(parts.count + 1) is incomplete.") }
      parts.append(
        OriginalPart(
          title: TextString.decode(try resolve(record["Title"]).string ?? []),
          firstPage: record["Page"].reference.flatMap { indices[$0] } ?? 0, pages: count, size: size,
          sha256: Hexadecimal.text(digest), record: record))
    }
    return parts
  }

  /// The original bytes of a part.
  /// - Throws: `segment` if they cannot be restored, because another program has changed the file's streams.
  package func restore(_ part: OriginalPart) throws(PDFError) -> [UInt8] {
    let name = (part.title.isEmpty ? "" : " \"\(part.title)\"") + " from page \(part.firstPage + 1)"
    let changed = PDFError(
      code: .segment,
      message:
        "The part\(name) cannot be restored: another program has encoded its streams anew. Use the file as it was made."
    )
    // Programs such as qpdf compress streams that are not encoded.
    for decodesStreams in [false, true] {
      if let bytes = try assemble(part, decodesStreams: decodesStreams), SHA256.hash(data: bytes).hex == part.sha256 {
        return bytes
      }
    }
    throw changed
  }

  /// Puts the bytes of a part together; nil if they cannot be those of the part.
  /// - Parameter decodesStreams: whether to decode the streams that seem to have had no filter.
  private func assemble(_ part: OriginalPart, decodesStreams: Bool) throws(PDFError) -> [UInt8]? {
    guard let stored = part.record["Literals"].reference, part.size <= limits.restoredPart,
      let start = part.record["Start"].integer, start >= 0,
      let lengths = try resolve(part.record["Lengths"]).array, let streams = try resolve(part.record["Streams"]).array,
      lengths.count == streams.count + 1
    else { return nil }
    let literals = try literals(stored)
    var position = start
    var bytes: [UInt8] = []
    for (index, length) in lengths.enumerated() {
      guard let length = length.integer, length >= 0, position <= literals.count, length <= literals.count - position,
        bytes.count + length <= part.size
      else { return nil }
      let literal = literals[position..<position + length]
      bytes += literal
      position += length
      guard index < streams.count else { continue }
      guard case .stream(let stream) = try resolve(streams[index]) else { return nil }
      let isCompressed = decodesStreams && stream.dictionary["Filter"] != .null && !Self.namesFilter(literal)
      let content = isCompressed ? try decode(stream) : stream.encoded
      guard bytes.count + content.count <= part.size else { return nil }
      bytes += content
    }
    return bytes.count == part.size ? bytes : nil
  }

  /// Whether the dictionary of the stream that follows `literal` in the original has a filter.
  private static func namesFilter(_ literal: ArraySlice<UInt8>) -> Bool {
    let start = literal.ranges(of: Array("obj".utf8)).last?.upperBound ?? literal.startIndex
    return literal[start...].contains(Array("/Filter".utf8))
  }

  private func literals(_ reference: PDFReference) throws(PDFError) -> [UInt8] {
    if let cachedLiterals, cachedLiterals.stream == reference { return cachedLiterals.bytes }
    guard case .stream(let stream) = try object(reference) else { return [] }
    let bytes = try decode(stream)
    cachedLiterals = (reference, bytes)
    return bytes
  }
}
