import CCMS
import OperatingSystem

extension SigningIdentity {
  /// The signature of bytes with SHA-256, encoded for a CMS `SignerInfo`.
  func signature(of bytes: [UInt8]) async throws(SigningError) -> [UInt8] {
    ERR_clear_error()
    guard let token else { return try ownSignature(of: bytes) }
    let value = try await token.signature(of: SHA256.hash(data: bytes))
    let signature = EVP_PKEY_get_base_id(key) == EVP_PKEY_EC ? try Self.encoded(value) : value
    // Verified here because a token may not expose its public key.
    guard isValid(signature, of: bytes) else { throw .mismatch }
    return signature
  }

  private func ownSignature(of bytes: [UInt8]) throws(SigningError) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var count = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
    else { throw Self.failure() }
    var value = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &value, &count, bytes, bytes.count) == 1 else { throw Self.failure() }
    return Array(value.prefix(count))
  }

  private func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// A signature of an elliptic curve in DER (RFC 3279, 2.2.3).
  /// - Parameter value: its two numbers, of the same length.
  private static func encoded(_ value: [UInt8]) throws(SigningError) -> [UInt8] {
    let half = value.count / 2
    let signature = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(signature) }
    let numbers = [value.prefix(half), value.suffix(half)].map { BN_bin2bn(Array($0), Int32(clamping: half), nil) }
    guard value.count == 2 * half, ECDSA_SIG_set0(signature, numbers[0], numbers[1]) == 1 else {
      for number in numbers { BN_free(number) }
      throw failure()
    }
    guard let bytes = LibCrypto.encoded({ i2d_ECDSA_SIG(signature, $0) }) else { throw failure() }
    return bytes
  }

  private static func failure() -> SigningError {
    SigningError(code: .signature, message: "The signature cannot be computed: \(LibCrypto.takeError()).")
  }
}
