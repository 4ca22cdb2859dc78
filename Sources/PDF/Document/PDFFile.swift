/// An open PDF: its cross-reference chain, and its objects on demand.
///
/// Opening requires a header, a `startxref` near the end, a valid chain of sections, and a catalog. Nothing is
/// repaired, because each reader would repair a file in its own way. Objects are parsed at each access. Not
/// thread-safe.
package final class PDFFile {
  /// The bytes of the file, of which the first `length` are read.
  package internal(set) var bytes: PDFBytes
  package let limits: PDFLimits
  /// The length of the file in `bytes`; later bytes are ignored.
  package internal(set) var length: Int
  /// The version in the header: `1.7`.
  package let version: String
  /// The offset of the header, to which the offsets in the file are relative. It is 0 unless bytes precede the header.
  package let origin: Int
  /// The offset that the last `startxref` states, relative to `origin`: the `/Prev` of the next update.
  package internal(set) var startxref: Int
  /// The sections of the cross-reference chain, newest first.
  package internal(set) var sections: XRefSections
  /// The trailer dictionary of the newest section.
  package internal(set) var trailer: PDFDictionary
  /// The places of all objects.
  package internal(set) var table: XRefTable

  var cachedSignatures: SignatureSummary?
  var pageCache: PageCache?
  /// Cached facts about annotations, by the offset of the annotation.
  var cachedFacts: [Int: AnnotationFacts] = [:]
  var cachedDocumentObjects: DocumentObjects?
  /// The last stream that `restore` decoded: the parts of a merged file follow each other in it.
  var cachedLiterals: (stream: PDFReference, bytes: [UInt8])?
  var objectStreams: [Int: ObjectStream] = [:]
  /// Why object streams cannot be read, so that none is decoded again.
  var failures: [Int: PDFError] = [:]
  var cachedBytes = 0
  var budget: WorkBudget
  /// Bytes of objects that were read in this file and in those it was copied from, to test how much work an operation
  /// takes.
  var parsedBytes = 0
  var openStreams: Set<Int> = []
  private var lengthDepth = 0

  /// Opens the file at `path`; large files are mapped, not read.
  package convenience init(path: String, limits: PDFLimits = PDFLimits()) throws(PDFError) {
    try self.init(PDFBytes(path: path), limits: limits)
  }

  /// Opens a file in memory.
  /// - Throws: `PDFError`; see the type.
  package convenience init(bytes: [UInt8], limits: PDFLimits = PDFLimits()) throws(PDFError) {
    try self.init(PDFBytes(bytes), limits: limits)
  }

  /// Opens the first `length` of `bytes`, by default all. With less than all an earlier revision can be opened.
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
    budget = WorkBudget(limits, fileLength: length)
    try checkTrailer()
  }

  /// A copy of `file` that can be advanced over another segment. If `bytes` is given, it replaces the bytes of `file`,
  /// with which it must begin.
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
    budget = file.budget
    parsedBytes = file.parsedBytes
    cachedDocumentObjects = file.cachedDocumentObjects
  }

  /// Offsets are relative to the header (ISO 32000-1, 7.5.5, Annex H note 13). Some programs that write bytes before
  /// the header state offsets from the beginning of the file instead.
  private static func chain(
    _ bytes: PDFBytes, length: Int, header: PDFHeader, startxref: StartXRef, limits: PDFLimits
  ) throws(PDFError) -> (XRefChain, origin: Int) {
    func chain(origin: Int) throws(PDFError) -> XRefChain {
      let reader = XRefReader(bytes: bytes, end: length, origin: origin, limits: limits, isStrict: false)
      let (offset, overflow) = startxref.value.addingReportingOverflow(origin)
      guard !overflow, offset >= 0, offset < length else {
        throw .crossReference(
          "\"startxref\" is \(startxref.value), but the file has only \(length) bytes.", at: startxref.offset)
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
      throw .crossReference("The trailer has no valid /Size.", at: place)
    }
    guard case .reference(let root) = trailer["Root"] else {
      throw .crossReference("The trailer's /Root is \(trailer["Root"].kindName), not a reference.", at: place)
    }
    // The catalog of an encrypted file cannot be read if it is in an object stream.
    if isEncrypted, case .compressed = table[root.number] { return }
    guard case .dictionary = try object(root) else {
      throw .crossReference("The catalog, object \(root), is not a dictionary.", at: place)
    }
  }

  /// A copy of the file's bytes.
  package var contents: [UInt8] { bytes.array(0..<length) }

  // MARK: Objects

  /// Whether strings and streams are encrypted; they cannot be read then.
  package var isEncrypted: Bool { !trailer["Encrypt"].isNull }

  /// The document catalog (ISO 32000-1, 7.7.2).
  package func catalog() throws(PDFError) -> PDFDictionary {
    guard case .dictionary(let catalog) = try resolve(trailer["Root"]) else {
      throw PDFError(code: .crossReference, message: "The catalog is not a dictionary.")
    }
    return catalog
  }

  /// The object with this reference; `null` if it does not exist (ISO 32000-1, 7.3.10).
  package func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    switch table[reference.number] {
    case .inUse(let offset, let generation):
      guard generation == reference.generation else { return .null }
      return try indirectObject(reference, at: offset).value
    case .compressed(let stream, _):
      guard reference.generation == 0 else { return .null }
      try budget.spend(parsing: 0)
      guard let found = try objectStream(stream, for: reference).object(reference.number) else { return .null }
      try spendParsing(found.length)
      return found.value
    case .free, nil: return .null
    }
  }

  /// The object with this reference, if no dictionary in it has a key twice. Readers differ in which of two values they
  /// use, so such an object must not be rewritten.
  package func unambiguousObject(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    switch table[reference.number] {
    case .inUse(let offset, reference.generation):
      return try parseObject(at: offset, end: length, isStrict: false, refusesRepeatedKeys: true).value
    case .compressed(let stream, _) where reference.generation == 0:
      return try objectStream(stream, for: reference).object(reference.number, refusesRepeatedKeys: true)?.value
        ?? .null
    default: return .null
    }
  }

  /// `object`, or the object to which it refers.
  package func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
    var object = object
    for _ in 0..<limits.referenceChain {
      guard case .reference(let reference) = object else { return object }
      object = try self.object(reference)
    }
    throw PDFError(code: .limit, message: "References lead to references more than \(limits.referenceChain) times.")
  }

  /// The object at an offset.
  /// - Throws: `crossReference` if another object or none is there; `limit`.
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
    return found
  }

  /// The indirect object at `offset`. The length of its stream may be another object.
  /// - Throws: `limit` also if too many bytes of objects were parsed before.
  func parseObject(
    at offset: Int, end: Int, isStrict: Bool, refusesRepeatedKeys: Bool = false,
    describe: (PDFError) -> PDFError = { $0 }
  ) throws(PDFError) -> IndirectObject {
    try budget.spend(parsing: 0)
    var parser = PDFParser(bytes, at: offset, end: end, limits: limits, isStrict: isStrict)
    parser.refusesRepeatedKeys = isStrict || refusesRepeatedKeys
    let found: IndirectObject
    do throws(PDFError) {
      found = try parser.indirectObject { (reference) throws(PDFError) in try self.streamLength(reference) }
    } catch {
      try spendParsing(parser.farthest - offset)
      throw error.code == .syntax ? describe(error) : error
    }
    // White space before the object was read, too.
    try spendParsing(parser.farthest - offset - (found.value.stream?.range.count ?? 0))
    return found
  }

  /// Resolves a stream's length. The depth is limited, because a length can be in an object stream whose own length is
  /// in another object stream.
  private func streamLength(_ reference: PDFReference) throws(PDFError) -> Int? {
    guard lengthDepth < 4 else {
      throw PDFError(code: .limit, message: "The length of a stream, object \(reference), depends on too many others.")
    }
    lengthDepth += 1
    defer { lengthDepth -= 1 }
    return try resolve(.reference(reference)).integer
  }

  /// Whether reading the file took so much work that parts of it were not read.
  var exceedsBudget: Bool { budget.isExceeded }

  private func spendParsing(_ count: Int) throws(PDFError) {
    parsedBytes += count
    try budget.spend(parsing: count)
  }

  /// Discards caches of an earlier revision.
  func invalidateCaches() {
    pageCache = nil
    cachedDocumentObjects = nil
    budget.renewParsing(fileLength: length)
    objectStreams.removeAll()
    failures.removeAll()
    cachedBytes = 0
  }
}
