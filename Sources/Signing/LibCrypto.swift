import CCMS

/// Calls of OpenSSL's libcrypto that several types need.
enum LibCrypto {
  /// The DER encoding that one of the functions `i2d_…` writes; nil if it fails.
  static func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
    let count = encode(nil)
    guard count > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      var place = buffer.baseAddress
      initialized = Int(max(0, encode(&place)))
    }
  }

  /// A certificate in DER.
  static func encoded(_ certificate: OpaquePointer) throws(SigningError) -> [UInt8] {
    guard let encoded = encoded({ i2d_X509(certificate, $0) }) else {
      throw SigningError(code: .certificate, message: "A certificate cannot be encoded: \(takeError()).")
    }
    return encoded
  }

  /// The subject of a certificate.
  static func subject(_ certificate: OpaquePointer) -> String { text(X509_get_subject_name(certificate)) }

  static func text(_ name: OpaquePointer?) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    X509_NAME_oneline(name, &buffer, Int32(buffer.count))
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Calls `body` with a source of `bytes`.
  static func reading<Value>(_ bytes: [UInt8], _ body: (OpaquePointer?) -> Value) -> Value {
    bytes.withUnsafeBytes { buffer in
      let source = BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count))
      defer { BIO_free(source) }
      return body(source)
    }
  }

  /// The elements of a stack.
  static func elements(_ stack: OpaquePointer?) -> [OpaquePointer] {
    (0..<max(0, OPENSSL_sk_num(stack))).compactMap { OPENSSL_sk_value(stack, $0).map { OpaquePointer($0) } }
  }

  /// The reason of the oldest error of this thread. All of its errors are removed.
  static func takeError() -> String {
    defer { ERR_clear_error() }
    return ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) } ?? "unknown error"
  }
}
