import CDeflate
import CZlib
import Synchronization

/// The effort of the encoder. libdeflate takes about half of zlib's time for the same size.
package enum CompressionLevel: Int32, Sendable {
  /// The least effort, for data that is used once.
  case fast = 1
  /// The level for whole documents.
  case standard = 6
  /// The level for small streams that are stored permanently.
  case best = 9
}

extension PDFStream {
  /// The stream with FlateDecode (ISO 32000-1, 7.4.4); the stream itself if it has a filter already or would not become
  /// smaller.
  package var compressed: PDFStream {
    guard dictionary["Filter"].isNull, let data = encoded.zlib, data.count + 20 < encoded.count else {
      return self
    }
    var copy = PDFStream(dictionary: dictionary, data: data)
    copy.dictionary["Filter"] = .name("FlateDecode")
    return copy
  }
}

extension [UInt8] {
  /// The checksum of RFC 1952 §8, which PNG files use too.
  package var crc32: UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, self, count))
  }

  /// `deflated(.best)`.
  package var zlib: [UInt8]? { deflated(.best) }

  /// A zlib stream (RFC 1950) of the bytes; nil if there is no memory.
  package func deflated(_ level: CompressionLevel) -> [UInt8]? {
    guard let compressor = Compressor.take(level) else { return nil }
    defer { compressor.putBack() }
    let output = [UInt8](unsafeUninitializedCapacity: libdeflate_zlib_compress_bound(compressor.pointer, count)) {
      buffer, initialized in
      initialized = libdeflate_zlib_compress(compressor.pointer, self, count, buffer.baseAddress, buffer.count)
    }
    return output.isEmpty ? nil : output
  }
}

/// A compressor of libdeflate. Creating one takes as long as compressing a short stream, so that a few are kept.
///
/// Sendable, because only one thread at a time takes a compressor from the pool and uses it.
private final class Compressor: @unchecked Sendable {
  let pointer: OpaquePointer
  private let level: CompressionLevel

  private init?(_ level: CompressionLevel) {
    guard let pointer = libdeflate_alloc_compressor(level.rawValue) else { return nil }
    (self.pointer, self.level) = (pointer, level)
  }

  deinit { libdeflate_free_compressor(pointer) }

  private static let idle = Mutex<[Compressor]>([])
  private static let maximumIdle = 4

  /// One that is idle, or a new one; nil if there is no memory.
  static func take(_ level: CompressionLevel) -> Compressor? {
    let known = idle.withLock { idle in
      idle.lastIndex { $0.level == level }.map { idle.remove(at: $0) }
    }
    return known ?? Compressor(level)
  }

  func putBack() {
    Self.idle.withLock { if $0.count < Self.maximumIdle { $0.append(self) } }
  }
}
