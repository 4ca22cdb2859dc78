// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The signatures of a file and the changes that they permit (ISO 32000-1, 12.8).
package struct SignatureSummary: Hashable, Sendable {
  /// Fully qualified names of the signed signature fields, in the order of the form.
  package var signedFields: [String] = []
  /// `/P` of the certification's DocMDP transform (12.8.2.2): 1 no changes, 2 form filling, 3 form filling and
  /// annotations.
  package var certification: Int?
  /// `/P` of the strictest lock of a signed field (ISO 32000-2, 12.7.5.5).
  package var lock: Int?
  /// The fields that signatures lock.
  package var fieldLocks: [FieldLock] = []

  /// Whether a signature locks a field, or a new one of this name.
  package func locks(_ field: String) -> Bool { fieldLocks.contains { $0.locks(field) } }

  /// Whether the file has a signature, of a field or of the whole document.
  package var isSigned: Bool { !signedFields.isEmpty || certification != nil }

  /// Whether an incremental update may add annotations without invalidating a signature.
  package var allowsAnnotations: Bool { level >= 3 }

  /// Whether an incremental update may add a signature without invalidating another one.
  package var allowsSignatures: Bool { level >= 2 }

  /// The strictest permission.
  fileprivate var level: Int { min(certification ?? 3, lock ?? 3) }

  /// The lock of a field and the transform of its signature are usually equal.
  fileprivate mutating func add(_ lock: FieldLock) {
    if fieldLocks.last != lock { fieldLocks.append(lock) }
  }
}

extension PDFFile {
  /// The file's signatures. Form fields that cannot be read are ignored, and so are fields after the first 100,000.
  package func signatures() throws(PDFError) -> SignatureSummary {
    if let known = cachedSignatures { return known }
    var summary = SignatureSummary()
    let catalog = try catalog()
    if let permissions = try resolve(catalog["Perms"]).dictionary,
      let signature = try resolve(permissions["DocMDP"]).dictionary
    {
      summary.certification = try documentPermission(signature) ?? 2
    }
    if let form = try resolve(catalog["AcroForm"]).dictionary, let fields = try resolve(form["Fields"]).array {
      try collect(fields, into: &summary)
    }
    cachedSignatures = summary
    return summary
  }

  private func collect(_ fields: [PDFObject], into summary: inout SignatureSummary) throws(PDFError) {
    var stack = fields.reversed().map { (field: $0, name: "", isSignature: false) }
    var seen: Set<PDFReference> = []
    var budget = 100_000
    while let (field, parent, isParentSignature) = stack.popLast(), budget > 0 {
      budget -= 1
      if let reference = field.reference, !seen.insert(reference).inserted { continue }
      guard let dictionary = (try? resolve(field))?.dictionary else { continue }
      let part = (try? resolve(dictionary["T"]))?.string.map { printable($0) }
      let name = [parent, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
      let type = (try? resolve(dictionary["FT"]))?.name
      let isSignature = type.map { $0 == "Sig" } ?? isParentSignature
      if isSignature, let signature = (try? resolve(dictionary["V"]))?.dictionary {
        summary.signedFields.append(name)
        if let permission = try documentPermission(signature) {
          summary.certification = min(permission, summary.certification ?? 3)
        }
        addLocks(of: signature, to: &summary)
        if let lock = (try? resolve(dictionary["Lock"]))?.dictionary {
          if let fields = FieldLock(lock, in: self) { summary.add(fields) }
          if let permission = (try? resolve(lock["P"]))?.integer {
            summary.lock = min(permission, summary.lock ?? 3)
          }
        }
      }
      // Names grow with depth; without a limit, memory would grow with the square of the length of a chain of fields.
      guard name.utf8.count <= 4_096, let kids = (try? resolve(dictionary["Kids"]))?.array else { continue }
      for kid in kids.prefix(budget).reversed() { stack.append((kid, name, isSignature)) }
    }
  }

  /// Adds the signature's FieldMDP transforms.
  private func addLocks(of signature: PDFDictionary, to summary: inout SignatureSummary) {
    for item in ((try? resolve(signature["Reference"]))?.array ?? []).prefix(16) {
      guard let reference = (try? resolve(item))?.dictionary,
        (try? resolve(reference["TransformMethod"]))?.name == "FieldMDP"
      else { continue }
      let parameters = (try? resolve(reference["TransformParams"]))?.dictionary
      summary.add(parameters.flatMap { FieldLock($0, in: self) } ?? FieldLock(.all))
    }
  }

  /// `/P` of the signature's DocMDP transform, by default 2; nil if it has no such transform (12.8.2.2.2).
  private func documentPermission(_ signature: PDFDictionary) throws(PDFError) -> Int? {
    for item in (try resolve(signature["Reference"]).array ?? []).prefix(16) {
      guard let reference = try resolve(item).dictionary, try resolve(reference["TransformMethod"]).name == "DocMDP"
      else { continue }
      guard let parameters = try resolve(reference["TransformParams"]).dictionary else { return 2 }
      return try resolve(parameters["P"]).integer ?? 2
    }
    return nil
  }

  /// Whether the file was written as a linearized file (ISO 32000-1, Annex F); updates may have been appended since.
  package var isLinearized: Bool {
    guard let first = bytes.first(" obj", in: origin..<min(length, origin + 1_024)) else { return false }
    var parser = PDFParser(bytes, at: first + 4, end: min(length, first + 2_048), limits: limits)
    return (try? parser.object())?.dictionary?["Linearized"].number != nil
  }

  /// - Throws: `encrypted` or `signed` if no annotations may be appended to this file.
  package func requireAppendable() throws(PDFError) {
    try requireClearText()
    let signatures = try signatures()
    guard signatures.allowsAnnotations else {
      throw PDFError(
        code: .signed,
        message:
          "The base is signed and its signature allows no annotations (permission \(signatures.level) of 3); appending one would break it."
      )
    }
  }

  /// - Throws: `encrypted` or `signed` if no signature may be appended to this file.
  package func requireSignable() throws(PDFError) {
    try requireClearText()
    guard try signatures().allowsSignatures else {
      throw PDFError(
        code: .signed,
        message: "The document is certified against changes (permission 1 of 3); another signature would break it.")
    }
  }

  /// - Throws: `encrypted` if the file is encrypted.
  func requireClearText() throws(PDFError) {
    guard !isEncrypted else {
      throw PDFError(
        code: .encrypted, message: "The base is encrypted; nothing can be appended to it. Remove the encryption first.")
    }
  }
}
