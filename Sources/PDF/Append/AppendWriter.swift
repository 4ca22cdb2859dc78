import System

/// Makes an incremental update (ISO 32000-1, 7.5.6): new and replaced objects, a cross-reference section of the base's
/// kind, and a trailer, all with absolute offsets behind the base.
package struct AppendWriter {
  package let base: PDFFile
  /// By object number.
  private var pending: [Int: (reference: PDFReference, object: PDFObject)] = [:]
  private var nextNumber: Int

  /// - Throws: `encrypted` or `signed` where nothing may be appended to the base.
  package init(base: PDFFile) throws(PDFError) {
    try base.requireAppendable()
    self.base = base
    nextNumber = max(base.trailer["Size"].integer ?? 1, base.table.highest + 1)
  }

  package var isEmpty: Bool { pending.isEmpty }

  /// Adds `object` under a number that was never used.
  package mutating func add(_ object: PDFObject) throws(PDFError) -> PDFReference {
    guard nextNumber <= base.limits.newObjectNumber, let reference = PDFReference(nextNumber, 0) else {
      throw PDFError(code: .limit, message: "There is no object number left below \(base.limits.newObjectNumber).")
    }
    nextNumber += 1
    pending[reference.number] = (reference, object)
    return reference
  }

  /// Takes back an object that this update added; its number stays unused.
  package mutating func withdraw(_ reference: PDFReference) {
    guard base.table[reference.number] == nil, pending[reference.number]?.reference == reference else { return }
    pending[reference.number] = nil
  }

  /// Puts `object` in the place of the one that `reference` names, in the base or in this update.
  package mutating func replace(_ reference: PDFReference, with object: PDFObject) throws(PDFError) {
    if pending[reference.number]?.reference != reference {
      guard let entry = base.table[reference.number], entry.isInUse, entry.generation == reference.generation else {
        throw PDFError(
          code: .crossReference, message: "Object \(reference) cannot be replaced: the base does not have it.")
      }
    }
    pending[reference.number] = (reference, object)
  }

  /// Whether this update puts something in the place of the base's object.
  func changes(_ reference: PDFReference) -> Bool { pending[reference.number]?.reference == reference }

  /// The object as it will be after the update.
  package func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    if let own = pending[reference.number], own.reference == reference { return own.object }
    return try base.object(reference)
  }

  /// `object`, or what it refers to after the update.
  package func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
    var object = object
    for _ in 0..<base.limits.referenceChain {
      guard case .reference(let reference) = object else { return object }
      object = try self.object(reference)
    }
    throw PDFError(
      code: .limit, message: "References lead to references more than \(base.limits.referenceChain) times.")
  }

  /// The update's bytes, to stand right after the base's. The same objects on the same base give the same bytes.
  package func segment() throws(PDFError) -> [UInt8] {
    var output = PDFSerializer()
    let lineEnd = base.length > 0 ? base.bytes[base.length - 1] : 0
    if lineEnd != 0x0A, lineEnd != 0x0D { output.write("\n") }
    let start = base.length - base.origin

    var places: [(number: Int, generation: Int, offset: Int)] = []
    for (number, item) in pending.sorted(by: { $0.key < $1.key }) {
      places.append((number, item.reference.generation, start + output.bytes.count))
      output.write("\(number) \(item.reference.generation) obj\n")
      output.write(item.object)
      output.write("\nendobj\n")
    }

    let crossReference = start + output.bytes.count
    var trailer = trailerBase(identifying: output.bytes)
    if base.sections[0].kind == .stream {
      let number = nextNumber
      guard number <= base.limits.newObjectNumber else {
        throw PDFError(code: .limit, message: "There is no object number left below \(base.limits.newObjectNumber).")
      }
      places.append((number, 0, crossReference))
      trailer["Size"] = .integer(number + 1)
      output.write("\(number) 0 obj\n")
      output.write(.stream(XRefWriter.stream(places, trailer: trailer)))
      output.write("\nendobj\n")
    } else {
      guard crossReference <= 9_999_999_999 else {
        throw PDFError(code: .limit, message: "A cross-reference table cannot name offsets beyond ten digits.")
      }
      trailer["Size"] = .integer(nextNumber)
      output.write(XRefWriter.table(places))
      output.write("trailer\n")
      output.write(dictionary: trailer)
      output.write("\n")
    }
    output.write("startxref\n\(crossReference)\n%%EOF\n")
    return output.bytes
  }

  /// The base's trailer entries that go on (7.5.5), with `/Prev` and the second `/ID` string renewed (14.4).
  private func trailerBase(identifying body: [UInt8]) -> PDFDictionary {
    var trailer = PDFDictionary()
    for (key, value) in base.trailer.entries where !XRefWriter.ownKeys.contains(key) { trailer[key] = value }
    trailer["Prev"] = .integer(base.startxref)
    if let resolved = try? base.resolve(trailer["ID"]), case .array(let identifiers) = resolved,
      let first = identifiers.first
    {
      var hash = SHA256()
      hash.update(data: identifiers.count > 1 ? identifiers[1].string ?? [] : [])
      hash.update(data: Array("\(base.length) ".utf8))
      hash.update(data: body)
      trailer["ID"] = .array([first, .string(Array(hash.finalize().prefix(16)))])
    }
    return trailer
  }
}

/// Writes cross-reference sections.
package enum XRefWriter {
  /// Trailer keys that belong to one section and do not go on to the next. LibreOffice's checksum covers its own bytes
  /// only.
  package static let ownKeys: Set<PDFName> = [
    "Prev", "XRefStm", "Size", "Type", "W", "Index", "Length", "Filter", "DecodeParms", "F", "FFilter", "FDecodeParms",
    "DL",
    "DocChecksum",
  ]

  typealias Place = (number: Int, generation: Int, offset: Int)

  /// ISO 32000-1, 7.5.4: `places` in ascending order of numbers.
  static func table(_ places: [Place]) -> String {
    var text = "xref\n"
    for run in runs(places) {
      text += "\(places[run.lowerBound].number) \(run.count)\n"
      for place in places[run] { text += "\(padded(place.offset, 10)) \(padded(place.generation, 5)) n \n" }
    }
    // A table must have a subsection; one that changes nothing says that object 0 is free, as it always is.
    return places.isEmpty ? "xref\n0 1\n0000000000 65535 f \n" : text
  }

  /// ISO 32000-1, 7.5.8: not compressed, so that the bytes depend on nothing but the entries.
  static func stream(_ places: [Place], trailer: PDFDictionary) -> PDFStream {
    let width = max(1, (64 - (places.map(\.offset).max() ?? 0).leadingZeroBitCount + 7) / 8)
    var data: [UInt8] = []
    for place in places {
      data.append(1)
      for byte in (0..<width).reversed() { data.append(UInt8(truncatingIfNeeded: place.offset >> (8 * byte))) }
      data.append(UInt8(truncatingIfNeeded: place.generation >> 8))
      data.append(UInt8(truncatingIfNeeded: place.generation))
    }
    var dictionary: PDFDictionary = ["Type": .name("XRef")]
    dictionary["Index"] = .array(runs(places).flatMap { [.integer(places[$0.lowerBound].number), .integer($0.count)] })
    dictionary["W"] = .array([.integer(1), .integer(width), .integer(2)])
    for (key, value) in trailer.entries { dictionary[key] = value }
    return PDFStream(dictionary: dictionary, data: data)
  }

  /// Consecutive numbers make one subsection.
  private static func runs(_ places: [Place]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in places.indices {
      if let last = runs.last, places[index].number == places[index - 1].number + 1 {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
