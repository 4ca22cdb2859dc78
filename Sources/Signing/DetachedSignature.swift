import CCMS
import OperatingSystem

/// A detached CMS signature (RFC 5652) as PAdES requires it (ETSI EN 319 142-1, 6.3): SHA-256, the attributes content
/// type, message digest and signing certificate (RFC 5035), and no signing time.
final class DetachedSignature {
  private let identity: SigningIdentity
  private let message: OpaquePointer
  private let signer: OpaquePointer

  /// Signs the document with this digest.
  init(of digest: SHA256Digest, by identity: SigningIdentity) async throws(SigningError) {
    ERR_clear_error()
    let flags = UInt32(CMS_DETACHED | CMS_BINARY | CMS_PARTIAL | CMS_NOSMIMECAP | CMS_CADES)
    guard let message = CMS_sign(nil, nil, nil, nil, flags) else { throw Self.failure() }
    guard let signer = CMS_add1_signer(message, identity.certificate, identity.key, EVP_sha256(), flags),
      identity.chain.allSatisfy({ CMS_add1_cert(message, $0) == 1 })
    else {
      CMS_ContentInfo_free(message)
      throw Self.failure()
    }
    self.identity = identity
    self.message = message
    self.signer = signer
    try await sign(digest)
  }

  deinit { CMS_ContentInfo_free(message) }

  /// The signature in DER.
  func encoded() throws(SigningError) -> [UInt8] {
    guard let bytes = LibCrypto.encoded({ i2d_CMS_ContentInfo(message, $0) }) else { throw Self.failure() }
    return bytes
  }

  /// The digest of the signature's value, which a timestamp proves (ETSI EN 319 122-1, 5.3).
  var valueDigest: SHA256Digest {
    let value = CMS_SignerInfo_get0_signature(signer)
    let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value)))
    return SHA256.hash(data: bytes)
  }

  /// Adds a timestamp of the signature's value.
  /// - Parameter token: in DER.
  func add(token: [UInt8]) throws(SigningError) {
    guard
      CMS_unsigned_add1_attr_by_NID(
        signer, NID_id_smime_aa_timeStampToken, V_ASN1_SEQUENCE, token, Int32(clamping: token.count)) == 1
    else { throw Self.failure() }
  }

  /// Adds the attributes and signs them (RFC 5652, 5.4). `CMS_SignerInfo_sign` is not used, because it always adds the
  /// signing time, which PAdES forbids.
  private func sign(_ digest: SHA256Digest) async throws(SigningError) {
    let hash = digest.bytes
    guard
      CMS_signed_add1_attr_by_NID(
        signer, NID_pkcs9_contentType, V_ASN1_OBJECT, UnsafeRawPointer(OBJ_nid2obj(NID_pkcs7_data)), -1) == 1,
      CMS_signed_add1_attr_by_NID(
        signer, NID_pkcs9_messageDigest, V_ASN1_OCTET_STRING, hash, Int32(hash.count)) == 1
    else { throw Self.failure() }
    let value = try await identity.signature(of: encodedAttributes())
    guard ASN1_OCTET_STRING_set(CMS_SignerInfo_get0_signature(signer), value, Int32(clamping: value.count)) == 1 else {
      throw Self.failure()
    }
  }

  /// The signed attributes as a SET in DER: the elements in the order of their encodings (X.690, 11.6).
  private func encodedAttributes() throws(SigningError) -> [UInt8] {
    var attributes: [[UInt8]] = []
    for index in 0..<CMS_signed_get_attr_count(signer) {
      let attribute = CMS_signed_get_attr(signer, index)
      guard let bytes = LibCrypto.encoded({ i2d_X509_ATTRIBUTE(attribute, $0) }) else { throw Self.failure() }
      attributes.append(bytes)
    }
    attributes.sort { $0.lexicographicallyPrecedes($1) }
    let content = attributes.flatMap { $0 }
    return [0x31] + Self.length(content.count) + content
  }

  /// A length in DER (X.690, 10.1).
  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    let bytes = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  private static func failure() -> SigningError {
    SigningError(code: .signature, message: "The signature cannot be computed: \(LibCrypto.takeError()).")
  }
}
