import OperatingSystem

/// Writes an incremental update (ISO 32000-1, 7.5.6): new and replaced objects, a cross-reference section of the same
/// kind as the base's, and a trailer. Offsets count from the beginning of the base.
package struct AppendWriter {
  /// The file that is updated.
  package let base: PDFFile
  /// The objects of the update, by object number.
  private var pending: [Int: (reference: PDFReference, object: PDFObject)] = [:]
  private var nextNumber: Int
  private let document: DocumentObjects

  /// - Throws: `encrypted` or `signed` if no annotations may be appended to the base.
  package init(base: PDFFile) throws(PDFError) {
    try base.requireAppendable()
    try self.init(permitted: base)
  }

  /// A writer of an update that adds a signature.
  /// - Throws: `encrypted` or `signed` if no signature may be appended to the base.
  package init(signing base: PDFFile) throws(PDFError) {
    try base.requireSignable()
    try self.init(permitted: base)
  }

  /// A writer of an update that adds only data to validate signatures, or a timestamp of the document, which signatures
  /// always allow (ISO 32000-2, 12.8.2.2.2).
  /// - Throws: `encrypted` if nothing may be appended to the base.
  package init(validating base: PDFFile) throws(PDFError) {
    try base.requireClearText()
    try self.init(permitted: base)
  }

  private init(permitted base: PDFFile) throws(PDFError) {
    self.base = base
    document = try base.documentObjects()
    nextNumber = max(1, base.trailer["Size"].integer ?? 1, base.table.highest + 1)
    skipReferenced()
  }

  /// Skips numbers to which the document refers although it has no such objects: a new object with such a number would
  /// become part of the document.
  private mutating func skipReferenced() {
    while nextNumber <= base.limits.newObjectNumber, document.contains(nextNumber) { nextNumber += 1 }
  }

  /// Whether no object was added or replaced.
  package var isEmpty: Bool { pending.isEmpty }

  /// Adds `object` with a number that was never used.
  package mutating func add(_ object: PDFObject) throws(PDFError) -> PDFReference {
    guard nextNumber <= base.limits.newObjectNumber, let reference = PDFReference(nextNumber, 0) else {
      throw PDFError(code: .limit, message: "All object numbers up to \(base.limits.newObjectNumber) are used.")
    }
    nextNumber += 1
    skipReferenced()
    pending[reference.number] = (reference, object)
    return reference
  }

  /// Removes an object that this update added. Its number stays unused.
  package mutating func withdraw(_ reference: PDFReference) {
    guard base.table[reference.number] == nil, pending[reference.number]?.reference == reference else { return }
    pending[reference.number] = nil
  }

  /// Replaces an object of the base or of this update.
  package mutating func replace(_ reference: PDFReference, with object: PDFObject) throws(PDFError) {
    if pending[reference.number]?.reference != reference {
      guard let entry = base.table[reference.number], entry.isInUse, entry.generation == reference.generation else {
        throw PDFError(
          code: .crossReference, message: "Object \(reference) cannot be replaced: the base does not have it.")
      }
    }
    pending[reference.number] = (reference, object)
  }

  /// Whether this update adds or replaces the object.
  func changes(_ reference: PDFReference) -> Bool { pending[reference.number]?.reference == reference }

  /// The object after the update.
  package func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    if let own = pending[reference.number], own.reference == reference { return own.object }
    return try base.object(reference)
  }

  /// `object`, or the object to which it refers after the update.
  package func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
    var object = object
    for _ in 0..<base.limits.referenceChain {
      guard case .reference(let reference) = object else { return object }
      object = try self.object(reference)
    }
    throw PDFError(
      code: .limit, message: "References lead to references more than \(base.limits.referenceChain) times.")
  }

  /// The update's bytes, which follow the base's directly. The same objects on the same base give the same bytes.
  package func segment() throws(PDFError) -> [UInt8] {
    var output = PDFSerializer()
    let lineEnd = base.length > 0 ? base.bytes[base.length - 1] : 0
    if lineEnd != 0x0A, lineEnd != 0x0D { output.write("\n") }
    let start = base.length - base.origin

    var places: [XRefWriter.Place] = []
    for (number, item) in pending.sorted(by: { $0.key < $1.key }) {
      places.append((number, item.reference.generation, start + output.count))
      output.write(item.object, as: item.reference)
    }
    let crossReference = start + output.count
    try writeCrossReference(places, at: crossReference, to: &output)
    Trailer.writeEnd(crossReference: crossReference, to: &output)
    return output.bytes
  }

  /// A cross-reference section of the same kind as the base's newest one.
  private func writeCrossReference(
    _ places: [XRefWriter.Place], at offset: Int, to output: inout PDFSerializer
  ) throws(PDFError) {
    var trailer = Trailer.update(of: base, body: output.bytes)
    guard base.sections[0].kind == .stream else {
      guard offset <= 9_999_999_999 else {
        throw PDFError(code: .limit, message: "A cross-reference table cannot name offsets beyond ten digits.")
      }
      trailer["Size"] = .integer(nextNumber)
      output.write(text: XRefWriter.table(places))
      output.write("trailer\n")
      output.write(dictionary: trailer)
      output.write("\n")
      return
    }
    guard nextNumber <= base.limits.newObjectNumber, let reference = PDFReference(nextNumber, 0) else {
      throw PDFError(code: .limit, message: "All object numbers up to \(base.limits.newObjectNumber) are used.")
    }
    trailer["Size"] = .integer(nextNumber + 1)
    output.write(.stream(XRefWriter.stream(places + [(nextNumber, 0, offset)], trailer: trailer)), as: reference)
  }
}
