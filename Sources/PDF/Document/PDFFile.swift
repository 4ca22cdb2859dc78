/// An open PDF: its cross-reference chain, and objects on demand.
///
/// Opening is strict: a header, a `startxref` near the end, a chain of sections that hold, a catalog. Nothing is
/// repaired, so that every reader sees the same file. Objects are read when they are asked for. Used by one task at a
/// time.
package final class PDFFile {
  package internal(set) var bytes: PDFBytes
  package let limits: PDFLimits
  /// How many of `bytes` are the file; what comes after is not looked at.
  package internal(set) var length: Int
  /// As the header says it: `1.7`.
  package let version: String
  /// Where the header begins: offsets in the file count from there. Zero save where a file has something before its
  /// header.
  package let origin: Int
  /// The offset that the last `startxref` states, counted from `origin`: the `/Prev` of a segment that follows.
  package internal(set) var startxref: Int
  /// The sections of the cross-reference chain, newest first.
  package internal(set) var sections: XRefSections
  /// The trailer dictionary of the newest section.
  package internal(set) var trailer: PDFDictionary
  package internal(set) var table: XRefTable

  var knownSignatures: SignatureSummary?
  var pageCache: PageCache?
  /// By the offset of the annotation. See `annotationFacts`.
  var knownFacts: [Int: AnnotationFacts] = [:]
  private var objectStreams: [Int: ObjectStream] = [:]
  private var cachedBytes = 0
  private var decodeBudget: Int
  private var parseBudget: Int
  private var openStreams: Set<Int> = []
  private var lengthDepth = 0

  /// Opens the file at `path`; large files are mapped, not read.
  package convenience init(path: String, limits: PDFLimits = PDFLimits()) throws(PDFError) {
    try self.init(PDFBytes(path: path), limits: limits)
  }

  package convenience init(bytes: [UInt8], limits: PDFLimits = PDFLimits()) throws(PDFError) {
    try self.init(PDFBytes(bytes), limits: limits)
  }

  /// Opens the first `length` of `bytes` (all of them by default), so that an earlier revision opens like a file of its
  /// own.
  package init(_ bytes: PDFBytes, length: Int? = nil, limits: PDFLimits = PDFLimits()) throws(PDFError) {
    let length = min(max(0, length ?? bytes.count), bytes.count)
    let header = try PDFHeader(bytes, length: length)
    let startxref = try StartXRef.last(in: bytes, before: length)
    let (chain, origin) = try PDFFile.chain(bytes, length: length, header: header, startxref: startxref, limits: limits)
    self.bytes = bytes
    self.limits = limits
    self.length = length
    version = header.version
    self.origin = origin
    self.startxref = startxref.value
    sections = XRefSections(newestFirst: chain.sections)
    table = chain.table
    trailer = chain.sections[0].trailer
    decodeBudget = limits.decodedTotal
    parseBudget = limits.parsedBytes.addingOrNil(4 * length) ?? .max
    try checkTrailer()
  }

  /// The same file, to be advanced over another segment; in `bytes`, which begin alike, where they are given.
  package init(copying file: PDFFile, bytes: PDFBytes? = nil) {
    self.bytes = bytes ?? file.bytes
    limits = file.limits
    length = file.length
    version = file.version
    origin = file.origin
    startxref = file.startxref
    sections = file.sections
    trailer = file.trailer
    table = file.table
    decodeBudget = file.decodeBudget
    parseBudget = file.parseBudget
  }

  /// Offsets count from the header (ISO 32000-1, 7.5.5, Annex H note 13); some programs that put bytes before it count
  /// from the file's beginning all the same.
  private static func chain(
    _ bytes: PDFBytes, length: Int, header: PDFHeader, startxref: StartXRef, limits: PDFLimits
  ) throws(PDFError) -> (XRefChain, origin: Int) {
    func chain(origin: Int) throws(PDFError) -> XRefChain {
      let reader = XRefReader(bytes: bytes, end: length, origin: origin, limits: limits, isStrict: false)
      let (offset, overflow) = startxref.value.addingReportingOverflow(origin)
      guard !overflow, offset >= 0, offset < length else {
        throw .crossReference(
          "\"startxref\" says \(startxref.value), but the file is \(length) bytes long.", at: startxref.offset)
      }
      return try XRefChain(reader: reader, at: offset)
    }
    do throws(PDFError) {
      return (try chain(origin: header.offset), header.offset)
    } catch {
      guard header.offset > 0, error.code != .limit, let other = try? chain(origin: 0) else { throw error }
      return (other, 0)
    }
  }

  private func checkTrailer() throws(PDFError) {
    let place = sections[0].range.lowerBound
    guard let size = trailer["Size"].integer, size > 0 else {
      throw .crossReference("The trailer has no usable /Size.", at: place)
    }
    guard case .reference(let root) = trailer["Root"] else {
      throw .crossReference("The trailer's /Root is \(trailer["Root"].kindName), not a reference.", at: place)
    }
    // Where the catalog is compressed in an encrypted file it cannot be looked at, and need not be.
    if isEncrypted, case .compressed = table[root.number] { return }
    guard case .dictionary = try object(root) else {
      throw .crossReference("The catalog, object \(root), is no dictionary.", at: place)
    }
  }

  /// All of the file's bytes, copied.
  package var contents: [UInt8] { bytes.array(0..<length) }

  // MARK: Objects

  package var isEncrypted: Bool { !trailer["Encrypt"].isNull }

  /// The document catalog (ISO 32000-1, 7.7.2).
  package func catalog() throws(PDFError) -> PDFDictionary {
    guard case .dictionary(let catalog) = try resolve(trailer["Root"]) else {
      throw PDFError(code: .crossReference, message: "The catalog is no dictionary.")
    }
    return catalog
  }

  /// The object that `reference` names; `null` where there is none (ISO 32000-1, 7.3.10).
  package func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    switch table[reference.number] {
    case .inUse(let offset, let generation):
      guard generation == reference.generation else { return .null }
      return try indirectObject(reference, at: offset).value
    case .compressed(let stream, _):
      guard reference.generation == 0 else { return .null }
      guard let found = try objectStream(stream, for: reference).object(reference.number) else { return .null }
      try spendParsing(found.length)
      return found.value
    case .free, nil: return .null
    }
  }

  /// `object`, or what it refers to.
  package func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
    var object = object
    for _ in 0..<limits.referenceChain {
      guard case .reference(let reference) = object else { return object }
      object = try self.object(reference)
    }
    throw PDFError(code: .limit, message: "References lead to references more than \(limits.referenceChain) times.")
  }

  package func indirectObject(_ reference: PDFReference, at offset: Int) throws(PDFError) -> IndirectObject {
    guard offset >= 0, offset < length else {
      throw .crossReference("Object \(reference) should be at byte \(offset); the file has \(length).", at: offset)
    }
    let found = try parseObject(at: offset, end: length, isStrict: false) { error in
      .crossReference("Object \(reference) should be here: \(error.message)", at: error.offset ?? offset)
    }
    guard found.reference == reference else {
      throw .crossReference("Object \(reference) should be here; object \(found.reference) is.", at: offset)
    }
    try spendParsing(found.range.count - (found.value.stream?.range.count ?? 0))
    return found
  }

  /// The indirect object at `offset`; its stream's length may be elsewhere in the file.
  func parseObject(
    at offset: Int, end: Int, isStrict: Bool, describe: (PDFError) -> PDFError = { $0 }
  ) throws(PDFError) -> IndirectObject {
    var parser = PDFParser(bytes, at: offset, end: end, limits: limits, isStrict: isStrict)
    do throws(PDFError) {
      return try parser.indirectObject { (reference) throws(PDFError) in try self.streamLength(reference) }
    } catch {
      throw error.code == .syntax ? describe(error) : error
    }
  }

  /// A length can be in an object stream, whose own length can be in another, and so on.
  private func streamLength(_ reference: PDFReference) throws(PDFError) -> Int? {
    guard lengthDepth < 4 else {
      throw PDFError(code: .limit, message: "The length of a stream, object \(reference), depends on too many others.")
    }
    lengthDepth += 1
    defer { lengthDepth -= 1 }
    return try resolve(.reference(reference)).integer
  }

  // MARK: Streams

  /// The stream's data with all filters undone, at most `limits.decodedStream` bytes.
  package func decode(_ stream: PDFStream) throws(PDFError) -> [UInt8] {
    guard !isEncrypted else { throw encrypted("a stream") }
    var direct = stream
    for key in ["Filter", "DecodeParms"] as [PDFName] {
      var value = try resolve(stream.dictionary[key])
      if case .array(let items) = value {
        var resolved: [PDFObject] = []
        for item in items.prefix(limits.filters + 1) { resolved.append(try resolve(item)) }
        value = .array(resolved)
      }
      direct.dictionary[key] = value
    }
    return try direct.decoded(limits: limits)
  }

  func objectStream(_ number: Int, for reference: PDFReference) throws(PDFError) -> ObjectStream {
    if let known = objectStreams[number] { return known }
    guard !isEncrypted else { throw encrypted("object \(reference)") }
    guard case .inUse(let offset, let generation)? = table[number], let own = PDFReference(number, generation) else {
      throw PDFError(
        code: .crossReference,
        message: "Object \(reference) should be in object stream \(number), which is no object of its own.")
    }
    guard openStreams.insert(number).inserted else {
      throw .crossReference("Object stream \(number) cannot be read without itself.", at: offset)
    }
    defer { openStreams.remove(number) }
    guard case .stream(let stream) = try indirectObject(own, at: offset).value else {
      throw .crossReference("Object \(number) should be an object stream.", at: offset)
    }
    do throws(PDFError) {
      let data = try decode(stream)
      try spend(data.count)
      return remember(try ObjectStream(stream, data: data, limits: limits), as: number, size: data.count)
    } catch {
      throw PDFError(code: error.code, message: "Object stream \(number): \(error.message)", offset: offset)
    }
  }

  private func spend(_ count: Int) throws(PDFError) {
    decodeBudget -= count
    guard decodeBudget >= 0 else {
      throw PDFError(code: .limit, message: "The object streams decode to more than \(limits.decodedTotal) bytes.")
    }
  }

  private func spendParsing(_ count: Int) throws(PDFError) {
    parseBudget -= count
    guard parseBudget >= 0 else {
      throw PDFError(code: .limit, message: "The file's objects are asked for too often: it asks for too much work.")
    }
  }

  private func remember(_ stream: ObjectStream, as number: Int, size: Int) -> ObjectStream {
    if cachedBytes + size > limits.objectStreamCache {
      objectStreams.removeAll()
      cachedBytes = 0
    }
    objectStreams[number] = stream
    cachedBytes += size
    return stream
  }

  /// What was remembered of an earlier revision.
  func forget() {
    pageCache = nil
    parseBudget = limits.parsedBytes.addingOrNil(4 * length) ?? .max
    objectStreams.removeAll()
    cachedBytes = 0
  }

  private func encrypted(_ what: String) -> PDFError {
    PDFError(
      code: .encrypted, message: "The file is encrypted, so \(what) cannot be read. Remove the encryption first.")
  }
}

/// `%PDF-x.y` within the first 1,024 bytes (ISO 32000-1, 7.5.2 and Annex H note 13).
struct PDFHeader {
  var offset: Int
  var version: String

  init(_ bytes: PDFBytes, length: Int) throws(PDFError) {
    guard let offset = bytes.first("%PDF-", in: 0..<min(length, 1_024)) else {
      throw PDFError(
        code: .notPDF, message: "This is no PDF: there is no \"%PDF-\" in the first 1,024 bytes.", offset: 0)
    }
    self.offset = offset
    let text = bytes.array(offset + 5..<min(length, offset + 13)).prefix { ByteClass.isDigit($0) || $0 == 0x2E }
    version = printable(Array(text))
  }
}

/// `startxref` and its number (ISO 32000-1, 7.5.5).
package struct StartXRef {
  /// Where the keyword begins.
  package var offset: Int
  package var value: Int

  package init(offset: Int, value: Int) {
    self.offset = offset
    self.value = value
  }

  /// The last one before `end`, which must stand in the last 2 KiB.
  package static func last(in bytes: PDFBytes, before end: Int) throws(PDFError) -> StartXRef {
    guard let offset = bytes.last("startxref", in: max(0, end - 2_048)..<end) else {
      throw .crossReference("There is no \"startxref\" at the end of the file; it may be cut short.", at: end)
    }
    var lexer = PDFLexer(bytes, at: offset + 9, end: end)
    guard let value = try lexer.nextInteger(), value >= 0 else {
      throw .crossReference("\"startxref\" is not followed by an offset.", at: offset)
    }
    return StartXRef(offset: offset, value: value)
  }
}
