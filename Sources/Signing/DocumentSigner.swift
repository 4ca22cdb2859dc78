// Section numbers are those of ISO 32000-1 unless another standard is named.

import OperatingSystem
import PDF

/// Adds a signature to a PDF file by incremental updates: PAdES B-B, B-T with a timestamp, B-LT and B-LTA with
/// data for a later validation (ETSI EN 319 142-1).
package struct DocumentSigner {
  let identity: SigningIdentity
  private let details: SignatureDetails
  private let appearance: SignatureAppearance?
  private let date: String
  /// The first bytes of the placeholder for the signature: random, so that they do not occur in the document.
  private let mark = (0..<16).map { _ in UInt8.random(in: 0...255) }

  /// - Parameters:
  ///   - appearance: nil for an invisible signature.
  ///   - date: the signing time as a PDF date.
  package init(
    _ identity: SigningIdentity, _ details: SignatureDetails = SignatureDetails(),
    appearance: SignatureAppearance? = nil, date: String
  ) {
    self.appearance = appearance
    self.identity = identity
    self.details = details
    self.date = date
  }

  /// The update that signs `file`, which follows its bytes.
  /// - Throws: `SigningError`; `PDFError` for a document that is damaged, encrypted, or certified against changes.
  package func update(of file: PDFFile) async throws -> [UInt8] {
    try await sign(file, reserving: identity.signatureLimit).finish()
  }

  /// The update that signs `file`, with a timestamp of the signature.
  package func update(of file: PDFFile, timestampedBy authority: TimestampAuthority) async throws -> [UInt8] {
    let pending = try await sign(file, reserving: identity.signatureLimit + TimestampAuthority.tokenLimit)
    try pending.signature.add(token: await authority.token(of: pending.signature.valueDigest))
    return try pending.finish()
  }

  // MARK: Objects

  /// The kind of a signature field's value.
  enum Cover {
    case signature
    /// A timestamp of the document (ETSI EN 319 142-1, 5.4.3).
    case timestamp
  }

  /// The update with placeholders for `/ByteRange` and `/Contents`.
  private func unsignedUpdate(of file: PDFFile, for cover: Cover, reserving reserved: Int) throws -> [UInt8] {
    let certification = cover == .signature ? details.certification : nil
    try Self.check(file, certifies: certification != nil)
    var writer = try cover == .signature ? AppendWriter(signing: file) : AppendWriter(validating: file)
    let appearance = cover == .signature ? appearance : nil
    guard let root = file.trailer["Root"].reference, let page = try appearance?.page(of: file) ?? file.page(0),
      case .dictionary(var catalog) = try file.unambiguousObject(root)
    else { throw SigningError(code: .document, message: "The document has no page or no valid catalog.") }

    let signature = try writer.add(.dictionary(signatureDictionary(for: cover, reserving: reserved)))
    let form = catalog["AcroForm"]
    var fields = try formFields(of: form, in: file)
    var annotation: PDFDictionary = [
      "Subtype": .name("Widget"), "FT": .name("Sig"), "T": .text(try freeName(for: cover, among: fields, in: file)),
      "V": .reference(signature), "Rect": .array(Array(repeating: .integer(0), count: 4)),
      // Print and Locked (12.5.3).
      "F": .integer(132),
    ]
    for (key, value) in try appearance?.annotation(on: page, &writer).entries ?? [] { annotation[key] = value }
    let widget = try writer.add(annotations: [annotation], to: page)
    fields += widget.map { .reference($0) }

    var dictionary = try formDictionary(form, in: file)
    dictionary["Fields"] = .array(fields)
    // SignaturesExist and AppendOnly (12.7.2).
    dictionary["SigFlags"] = .integer(3)
    if let reference = form.reference {
      try writer.replace(reference, with: .dictionary(dictionary))
    } else {
      catalog["AcroForm"] = .dictionary(dictionary)
    }
    if certification != nil {
      var permissions = try file.resolve(catalog["Perms"]).dictionary ?? PDFDictionary()
      permissions["DocMDP"] = .reference(signature)
      catalog["Perms"] = .dictionary(permissions)
    }
    try writer.replace(root, with: .dictionary(catalog))
    return try writer.segment()
  }

  /// Checks that a signature of the file is possible.
  private static func check(_ file: PDFFile, certifies: Bool) throws {
    guard file.origin == 0, file.bytes.array(0..<min(5, file.length)) == Array("%PDF-".utf8) else {
      throw SigningError(
        code: .document,
        message: "The file has bytes before %PDF-; strict readers do not open such files. Remove these bytes first.")
    }
    if certifies, try file.signatures().isSigned {
      throw SigningError(
        code: .document, message: "The document is signed already; only the first signature can certify it.")
    }
  }

  private func formDictionary(_ form: PDFObject, in file: PDFFile) throws -> PDFDictionary {
    switch try form.reference.map({ try file.unambiguousObject($0) }) ?? form {
    case .null: return PDFDictionary()
    case .dictionary(let dictionary): return dictionary
    case let other:
      throw SigningError(code: .document, message: "The document's form is \(other.kindName), not a dictionary.")
    }
  }

  private func formFields(of form: PDFObject, in file: PDFFile) throws -> [PDFObject] {
    switch try file.resolve(try file.resolve(form).dictionary?["Fields"] ?? .null) {
    case .null: return []
    case .array(let fields): return fields
    case let other:
      throw SigningError(code: .document, message: "The form's /Fields is \(other.kindName), not an array.")
    }
  }

  /// The first of `Signature1`, `Signature2` and so on that no field at the top has.
  /// - Throws: `SigningError` if another signature locks fields of this name. Timestamps of the document invalidate no
  ///   signature (ISO 32000-2, 12.8.2.2.2).
  private func freeName(for cover: Cover, among fields: [PDFObject], in file: PDFFile) throws -> String {
    var names: Set<[UInt8]> = []
    for field in fields {
      if let name = try file.resolve(try file.resolve(field).dictionary?["T"] ?? .null).string { names.insert(name) }
    }
    var number = 1
    while names.contains(Array("Signature\(number)".utf8)) { number += 1 }
    let name = "Signature\(number)"
    guard try cover == .timestamp || !file.signatures().locks(name) else {
      throw SigningError(
        code: .document,
        message:
          "A signature of the document locks the fields of its form (FieldMDP); another signature would break it.")
    }
    return name
  }

  /// - Parameter reserved: bytes for the signature.
  private func signatureDictionary(for cover: Cover, reserving reserved: Int) -> PDFDictionary {
    var dictionary: PDFDictionary = [
      "Filter": .name("Adobe.PPKLite"),
      "ByteRange": .array([.integer(0)] + Array(repeating: .integer(Self.rangePlaceholder), count: 3)),
      "Contents": .string(mark + [UInt8](repeating: 0, count: reserved - mark.count)),
    ]
    guard cover == .signature else {
      dictionary["Type"] = .name("DocTimeStamp")
      dictionary["SubFilter"] = .name("ETSI.RFC3161")
      return dictionary
    }
    dictionary["Type"] = .name("Sig")
    dictionary["SubFilter"] = .name("ETSI.CAdES.detached")
    dictionary["M"] = .text(date)
    if let reason = details.reason { dictionary["Reason"] = .text(reason) }
    if let location = details.location { dictionary["Location"] = .text(location) }
    if let certification = details.certification {
      dictionary["Reference"] = .array([
        .dictionary([
          "Type": .name("SigRef"), "TransformMethod": .name("DocMDP"),
          "TransformParams": .dictionary([
            "Type": .name("TransformParams"), "P": .integer(certification.permission), "V": .name("1.2"),
          ]),
        ])
      ])
    }
    return dictionary
  }

  // MARK: Signature

  private static let rangePlaceholder = 9_999_999_999

  /// The update with its byte range, and the signature over all bytes but its own.
  func sign(_ file: PDFFile, reserving reserved: Int) async throws -> PendingSignature {
    let place = try reserve(in: file, for: .signature, reserved)
    return PendingSignature(signature: try await DetachedSignature(of: place.digest, by: identity), place: place)
  }

  /// The update with its byte range, and `reserved` bytes for the signature.
  func reserve(in file: PDFFile, for cover: Cover, _ reserved: Int) throws -> SignaturePlace {
    var update = try unsignedUpdate(of: file, for: cover, reserving: reserved)
    let numbers = Array("[0 \(Self.rangePlaceholder) \(Self.rangePlaceholder) \(Self.rangePlaceholder)]".utf8)
    let start = numbers + Array("\n/Contents <\(Hexadecimal.text(mark).uppercased())".utf8)
    guard let found = update.firstRange(of: start) else {
      throw SigningError(code: .signature, message: "The place of the signature was not found.")
    }
    let range = found.lowerBound..<found.lowerBound + numbers.count
    // The hexadecimal string with its brackets.
    let first = found.upperBound - 2 * mark.count - 1
    let contents = first..<first + 2 * reserved + 2

    let end = file.length + contents.upperBound
    let text = "[0 \(file.length + contents.lowerBound) \(end) \(update.count - contents.upperBound)"
    guard text.utf8.count < numbers.count else {
      throw SigningError(code: .document, message: "Documents with 10 GB and more cannot be signed.")
    }
    let padded = Array(text.utf8) + [UInt8](repeating: 0x20, count: numbers.count - text.utf8.count - 1) + [0x5D]
    update.replaceSubrange(range, with: padded)

    var digest = SHA256()
    let step = 1 << 20
    for start in stride(from: 0, to: file.length, by: step) {
      digest.update(data: file.bytes.array(start..<min(start + step, file.length)))
    }
    digest.update(data: update[..<contents.lowerBound])
    digest.update(data: update[contents.upperBound...])
    return SignaturePlace(update: update, contents: contents, digest: digest.finalize())
  }
}

/// A signature that is computed, and the update that it goes into.
struct PendingSignature {
  let signature: DetachedSignature
  let place: SignaturePlace

  /// The update with the signature.
  func finish() throws(SigningError) -> [UInt8] { try place.filled(with: signature.encoded()) }
}
