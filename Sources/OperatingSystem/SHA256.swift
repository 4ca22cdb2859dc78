import COpenSSL

/// A SHA-256 computation (FIPS 180-4) over bytes that arrive in pieces, by OpenSSL's libcrypto.
///
/// It is a value: a copy continues independently of the original.
package struct SHA256: Sendable {
  package typealias Digest = SHA256Digest

  private var context = Context()

  package init() {}

  /// The digest of all of `data`.
  package static func hash(data: some Sequence<UInt8>) -> SHA256Digest {
    hash { add in
      if data.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
        Array(data).withUnsafeBytes(add)
      }
    }
  }

  /// The digest of all bytes that `body` adds. Unlike `finalize`, it does not copy the context.
  package static func hash(_ body: (_ add: (UnsafeRawBufferPointer) -> Void) -> Void) -> SHA256Digest {
    let context = Context()
    body(context.update)
    return SHA256Digest(bytes: context.finish())
  }

  package mutating func update(data: some Sequence<UInt8>) {
    if data.withContiguousStorageIfAvailable({ update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
      Array(data).withUnsafeBytes { update(bufferPointer: $0) }
    }
  }

  package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
    context.update(bytes)
  }

  /// The digest of the bytes so far. More bytes can follow.
  package func finalize() -> SHA256Digest { SHA256Digest(bytes: Context(copying: context).finish()) }

  /// The owner of an OpenSSL digest context.
  ///
  /// Sendable: `SHA256` updates it only while it holds the only reference, and finishes only copies; a shared context
  /// is read only, and OpenSSL permits concurrent reads.
  private final class Context: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Fetched once: `EVP_sha256` is looked up again for each context.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()!

    /// OpenSSL fails only if memory cannot be allocated.
    init() {
      pointer = EVP_MD_CTX_new()!
      precondition(EVP_DigestInit_ex(pointer, Self.algorithm, nil) == 1)
    }

    init(copying other: Context) {
      pointer = EVP_MD_CTX_new()!
      precondition(EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1)
    }

    deinit { EVP_MD_CTX_free(pointer) }

    func update(_ bytes: UnsafeRawBufferPointer) {
      precondition(EVP_DigestUpdate(pointer, bytes.baseAddress, bytes.count) == 1)
    }

    func finish() -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { buffer, count in
        precondition(EVP_DigestFinal_ex(pointer, buffer.baseAddress, nil) == 1)
        count = SHA256Digest.byteCount
      }
    }
  }
}

/// The 32 bytes of a SHA-256.
package struct SHA256Digest: Hashable, Sendable, Sequence {
  package static let byteCount = 32

  package let bytes: [UInt8]

  /// 64 lower-case hexadecimal digits.
  package var hex: String { Hexadecimal.text(bytes) }

  package var underestimatedCount: Int { bytes.count }
  package func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
}
