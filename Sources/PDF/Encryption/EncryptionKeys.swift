import OperatingSystem

/// The keys of the standard security handler of revision 6 (ISO 32000-2, 7.6.4).
///
/// The standard asks for random keys and salts. Here they follow from the passwords and the document, so that the same
/// input gives the same bytes: the key is that of algorithm 2.B, whose salt is the digest of the document.
struct EncryptionKeys {
  /// The longest password in bytes; the standard ignores further ones.
  static let passwordLimit = 127

  /// 32 bytes, with which strings and streams are encrypted.
  let fileKey: [UInt8]
  /// The entries `/U`, `/UE`, `/O`, `/OE` and `/Perms`.
  let entries: PDFDictionary

  /// - Parameters:
  ///   - user: the password to open the document, in UTF-8.
  ///   - owner: the password to change permissions; nil for one that nobody knows.
  ///   - digest: of the document.
  init(user: [UInt8], owner: [UInt8]?, permissions: DocumentPermissions, digest: SHA256Digest) {
    let permissionBytes = withUnsafeBytes(of: permissions.value.littleEndian) { Array($0) }
    let userKey = Self.hash(user, salt: digest.bytes + permissionBytes)
    let key = owner.map { Self.hash($0, salt: userKey) } ?? Self.hash(userKey, salt: [])
    func derived(_ purpose: String) -> [UInt8] { HMACSHA256.code(for: Array(purpose.utf8), key: key) }
    let owner = owner ?? derived("owner password")

    // Algorithm 8: U is the hash, the validation salt and the key salt.
    let userSalts = derived("user salts")
    let (userValidation, userKeySalt) = (Array(userSalts[0..<8]), Array(userSalts[8..<16]))
    let u = Self.hash(user, salt: userValidation) + userValidation + userKeySalt
    let ue = Self.wrapped(key, by: Self.hash(user, salt: userKeySalt))
    // Algorithm 9.
    let ownerSalts = derived("owner salts")
    let (ownerValidation, ownerKeySalt) = (Array(ownerSalts[0..<8]), Array(ownerSalts[8..<16]))
    let o = Self.hash(owner, salt: ownerValidation, user: u) + ownerValidation + ownerKeySalt
    let oe = Self.wrapped(key, by: Self.hash(owner, salt: ownerKeySalt, user: u))
    // Algorithm 10; the metadata are encrypted too.
    let block = permissionBytes + [0xFF, 0xFF, 0xFF, 0xFF] + Array("Tadb".utf8) + derived("permissions").prefix(4)
    fileKey = key
    entries = [
      "O": .string(o), "U": .string(u), "OE": .string(oe), "UE": .string(ue),
      "P": .integer(Int(Int32(bitPattern: permissions.value))),
      "Perms": .string(AES.encryptBlock(block, key: key)),
    ]
  }

  private static func wrapped(_ key: [UInt8], by other: [UInt8]) -> [UInt8] {
    AES.encryptCBC(key, key: other, vector: [UInt8](repeating: 0, count: AES.blockSize), isPadded: false)
  }

  /// Algorithm 2.B.
  /// - Parameter user: `/U` for the owner's password, otherwise empty.
  static func hash(_ password: [UInt8], salt: [UInt8], user: [UInt8] = []) -> [UInt8] {
    var key = SHA2.sha256.hash(password + salt + user)
    var round = 0
    while true {
      let part = password + key + user
      var repeated: [UInt8] = []
      repeated.reserveCapacity(64 * part.count)
      for _ in 0..<64 { repeated += part }
      let encrypted = AES.encryptCBC(
        repeated, key: Array(key[0..<16]), vector: Array(key[16..<32]), isPadded: false)
      // 256 is 1 modulo 3, so that a number of 16 bytes has the remainder of their sum.
      switch encrypted.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
      case 0: key = SHA2.sha256.hash(encrypted)
      case 1: key = SHA2.sha384.hash(encrypted)
      default: key = SHA2.sha512.hash(encrypted)
      }
      round += 1
      if round >= 64, let last = encrypted.last, Int(last) <= round - 32 { break }
    }
    return Array(key.prefix(32))
  }
}
