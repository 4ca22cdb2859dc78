import OperatingSystem

/// The encryption of a document with AES-256 for readers of PDF 2.0 (ISO 32000-2, 7.6, revision 6).
package struct FileEncryption: Sendable {
  private let user: [UInt8]
  private let owner: [UInt8]?
  private let permissions: DocumentPermissions

  /// - Parameters:
  ///   - password: that opens the document.
  ///   - owner: also permits changing the permissions; nil for one that nobody knows.
  /// - Throws: `PDFError` `.encrypted` for a password that is empty or too long, or if both are the same. The message
  ///   does not contain it.
  package init(
    password: String, owner: String? = nil, permissions: DocumentPermissions = .all
  ) throws(PDFError) {
    for text in [password, owner].compactMap({ $0 }) {
      guard (1...EncryptionKeys.passwordLimit).contains(text.utf8.count),
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else {
        throw PDFError(
          code: .encrypted,
          message: "A password must have 1 to \(EncryptionKeys.passwordLimit) bytes, without control characters.")
      }
    }
    guard password != owner else {
      throw PDFError(code: .encrypted, message: "The password of the owner must differ from the other one.")
    }
    user = Array(password.utf8)
    self.owner = owner.map { Array($0.utf8) }
    self.permissions = permissions
  }

  /// The document encrypted. It has one revision: earlier ones are not part of it. The same document and passwords give
  /// the same bytes.
  /// - Throws: `PDFError` for a document that is damaged, encrypted already or signed, that claims to be PDF/A, or
  ///   whose object numbers are too high.
  package func encrypted(_ file: PDFFile) throws(PDFError) -> [UInt8] {
    guard !file.isEncrypted else {
      throw PDFError(code: .encrypted, message: "The document is encrypted already.")
    }
    guard try !file.signatures().isSigned else {
      throw PDFError(
        code: .signed, message: "The document is signed; encryption changes all bytes, and so breaks the signature.")
    }
    if let claim = file.pdfAClaim() {
      throw PDFError(code: .conformance, message: "The document claims to be \(claim), which forbids encryption.")
    }
    guard file.table.highest < file.limits.newObjectNumber else {
      throw PDFError(
        code: .limit,
        message: "The document has an object with the number \(file.table.highest); at most "
          + "\(file.limits.newObjectNumber - 1) can be encrypted.")
    }
    var digest = SHA256()
    file.bytes.withBytes(0..<file.length) { digest.update(bufferPointer: $0) }
    let keys = EncryptionKeys(user: user, owner: owner, permissions: permissions, digest: digest.finalize())
    var writer = EncryptedFile(file, keys)
    return try writer.write()
  }
}

/// A file while its encrypted copy is written.
private struct EncryptedFile {
  private let source: PDFFile
  private let keys: EncryptionKeys
  private var output = PDFSerializer(.spaced)
  private var packed = PackedObjects()
  private var table: ContiguousArray<XRefEntry>
  /// The number of encrypted strings and streams so far; each has its own initialization vector.
  private var count = 0

  init(_ source: PDFFile, _ keys: EncryptionKeys) {
    self.source = source
    self.keys = keys
    table = ContiguousArray(repeating: .free(generation: 1), count: source.table.highest + 1)
  }

  mutating func write() throws(PDFError) -> [UInt8] {
    output.write("%PDF-2.0\n%")
    output.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
    let root = source.trailer["Root"].reference
    for number in 1..<max(1, table.count) {
      guard let entry = source.table[number], entry.isInUse, let reference = PDFReference(number, entry.generation)
      else { continue }
      var object = try source.object(reference)
      if reference == root, var catalog = object.dictionary {
        // The header has the version.
        catalog["Version"] = .null
        object = .dictionary(catalog)
      }
      try write(object, as: reference)
    }
    let dictionary = append(.dictionary(encryptionDictionary))
    for stream in packed.streams {
      let number = append(encrypted(.stream(stream.object.deflated)))
      for (index, member) in stream.numbers.enumerated() {
        table[member] = .compressed(stream: number, index: index)
      }
    }
    var trailer = PDFDictionary()
    for (key, value) in source.trailer.entries where !XRefWriter.ownKeys.contains(key) { trailer[key] = value }
    trailer["Encrypt"] = .reference(to: dictionary)
    // An identifier of the clear text would let others recognize it.
    trailer = Trailer.identified(trailer, by: Array(derived("identifier").prefix(16)))
    let start = output.count
    let number = table.count
    table.append(.inUse(offset: start, generation: 0))
    output.write(.stream(XRefWriter.compressedStream(table, trailer: trailer)), as: PDFReference(new: number))
    Trailer.writeEnd(crossReference: start, to: &output)
    return output.bytes
  }

  private var encryptionDictionary: PDFDictionary {
    var dictionary: PDFDictionary = [
      "Filter": .name("Standard"), "V": .integer(5), "R": .integer(6), "Length": .integer(256),
      "CF": .dictionary([
        "StdCF": .dictionary(["AuthEvent": .name("DocOpen"), "CFM": .name("AESV3"), "Length": .integer(32)])
      ]),
      "StmF": .name("StdCF"), "StrF": .name("StdCF"),
    ]
    for (key, value) in keys.entries.entries { dictionary[key] = value }
    return dictionary
  }

  /// Strings in object streams are encrypted with the stream (7.5.7).
  private mutating func write(_ object: PDFObject, as reference: PDFReference) throws(PDFError) {
    switch object {
    case .null: return
    case .stream(let stream):
      let type = try source.resolve(stream.dictionary["Type"]).name
      if type == "XRef" || type == "ObjStm" { return }
    default:
      guard reference.generation > 0 else { return packed.write(reference.number) { $0.write(object) } }
    }
    table[reference.number] = .inUse(offset: output.count, generation: reference.generation)
    output.write(encrypted(object), as: reference)
  }

  /// Writes an object with a new number.
  private mutating func append(_ object: PDFObject) -> Int {
    table.append(.inUse(offset: output.count, generation: 0))
    output.write(object, as: PDFReference(new: table.count - 1))
    return table.count - 1
  }

  /// The object with its strings and its stream encrypted. Recursion is as deep as the object, which the parser limits.
  private mutating func encrypted(_ object: PDFObject) -> PDFObject {
    switch object {
    case .string(let bytes): return .string(encrypted(bytes))
    case .array(let elements):
      var all: [PDFObject] = []
      for element in elements { all.append(encrypted(element)) }
      return .array(all)
    case .dictionary(let dictionary): return .dictionary(encrypted(dictionary))
    case .stream(let stream):
      return .stream(PDFStream(dictionary: encrypted(stream.dictionary), data: encrypted(stream.encoded)))
    case .null, .boolean, .integer, .real, .name, .reference: return object
    }
  }

  private mutating func encrypted(_ dictionary: PDFDictionary) -> PDFDictionary {
    var all = PDFDictionary()
    for (key, value) in dictionary.entries { all[key] = encrypted(value) }
    return all
  }

  private mutating func encrypted(_ bytes: [UInt8]) -> [UInt8] {
    count += 1
    let vector = Array(derived("vector \(count)").prefix(AES.blockSize))
    return vector + AES.encryptCBC(bytes, key: keys.fileKey, vector: vector, isPadded: true)
  }

  private func derived(_ purpose: String) -> [UInt8] {
    HMACSHA256.code(for: Array(purpose.utf8), key: keys.fileKey)
  }
}
