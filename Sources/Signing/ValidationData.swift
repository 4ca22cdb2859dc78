import CCMS
import OperatingSystem
import PDF

/// Certificates, revocation lists and OCSP responses with which a signature can be validated later (ETSI EN 319 142-1,
/// 5.4), in DER.
struct ValidationData {
  var certificates: Set<[UInt8]> = []
  var lists: Set<[UInt8]> = []
  var responses: Set<[UInt8]> = []

  mutating func add(_ other: ValidationData) {
    certificates.formUnion(other.certificates)
    lists.formUnion(other.lists)
    responses.formUnion(other.responses)
  }

  /// The update that adds the data to the document security store of a file.
  /// - Parameter signature: the value of the signature's `/Contents`.
  func update(of file: PDFFile, for signature: [UInt8]) throws -> [UInt8] {
    var writer = try AppendWriter(validating: file)
    guard let root = file.trailer["Root"].reference, case .dictionary(var catalog) = try file.unambiguousObject(root)
    else { throw SigningError(code: .document, message: "The document has no valid catalog.") }
    // Data of earlier signatures stay.
    var store = try file.resolve(catalog["DSS"]).dictionary ?? PDFDictionary()
    store["Type"] = .name("DSS")
    var entry: PDFDictionary = ["Type": .name("VRI")]
    let items: [(items: Set<[UInt8]>, inStore: PDFName, inEntry: PDFName)] = [
      (certificates, "Certs", "Cert"), (lists, "CRLs", "CRL"), (responses, "OCSPs", "OCSP"),
    ]
    for kind in items where !kind.items.isEmpty {
      let references = try references(to: kind.items, &writer)
      store[kind.inStore] = .array((try file.resolve(store[kind.inStore]).array ?? []) + references)
      entry[kind.inEntry] = .array(references)
    }
    var entries = try file.resolve(store["VRI"]).dictionary ?? PDFDictionary()
    entries[try Self.name(of: signature)] = .reference(try writer.add(.dictionary(entry)))
    store["VRI"] = .dictionary(entries)
    catalog["DSS"] = .reference(try writer.add(.dictionary(store)))
    try writer.replace(root, with: .dictionary(catalog))
    return try writer.segment()
  }

  private func references(to items: Set<[UInt8]>, _ writer: inout AppendWriter) throws -> [PDFObject] {
    try items.sorted { $0.lexicographicallyPrecedes($1) }.map {
      .reference(try writer.add(.stream(PDFStream(dictionary: PDFDictionary(), data: $0))))
    }
  }

  /// The key of a signature in `/VRI`: the SHA-1 digest in hexadecimal digits.
  private static func name(of signature: [UInt8]) throws(SigningError) -> PDFName {
    var digest = [UInt8](repeating: 0, count: 20)
    guard EVP_Digest(signature, signature.count, &digest, nil, EVP_sha1(), nil) == 1 else {
      throw SigningError(code: .signature, message: "A digest cannot be computed: \(LibCrypto.takeError()).")
    }
    return PDFName(ascii: Hexadecimal.text(digest).uppercased())
  }
}
