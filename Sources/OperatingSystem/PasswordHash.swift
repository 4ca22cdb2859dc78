import COpenSSL
import Glibc

/// The stored form of a password: the parameters of scrypt (RFC 7914), a random salt, and the hash, as
/// `scrypt:14:8:1:SALT:HASH` with hexadecimal digits. Computed by OpenSSL's libcrypto.
package struct PasswordHash: Hashable, Sendable {
  /// 16 MiB of memory, and about 50 ms.
  private static let logN = 14
  private static let saltLength = 16
  private static let hashLength = 32
  /// The greatest length of a password in bytes. Longer passwords are refused before they are hashed.
  package static let maximumPassword = 256

  package let text: String

  /// A stored hash.
  package init(text: String) { self.text = text }

  /// Hashes a password with a new salt. Fails if the password is empty or too long.
  package init?(password: String) {
    var salt = [UInt8](repeating: 0, count: Self.saltLength)
    guard getentropy(&salt, salt.count) == 0, let hash = Self.scrypt(password, salt) else { return nil }
    text = "scrypt:\(Self.logN):8:1:\(Hexadecimal.text(salt)):\(Hexadecimal.text(hash))"
  }

  /// Whether this is the hash of the password. The time does not depend on where they differ.
  package func matches(_ password: String) -> Bool {
    let parts = text.split(separator: ":")
    guard parts.count == 6, parts[..<4].joined(separator: ":") == "scrypt:\(Self.logN):8:1",
      let salt = Hexadecimal.bytes(String(parts[4])), let stored = Hexadecimal.bytes(String(parts[5])),
      stored.count == Self.hashLength, let hash = Self.scrypt(password, salt)
    else { return false }
    return CRYPTO_memcmp(hash, stored, stored.count) == 0
  }

  private static func scrypt(_ password: String, _ salt: [UInt8]) -> [UInt8]? {
    let password = Array(password.utf8)
    guard (1...maximumPassword).contains(password.count) else { return nil }
    var isDone = false
    let hash = [UInt8](unsafeUninitializedCapacity: hashLength) { buffer, count in
      isDone = password.withUnsafeBytes { bytes in
        EVP_PBE_scrypt(
          bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, salt, salt.count, 1 << UInt64(logN), 8, 1,
          64 << 20,
          buffer.baseAddress, hashLength) == 1
      }
      count = hashLength
    }
    return isDone ? hash : nil
  }
}
