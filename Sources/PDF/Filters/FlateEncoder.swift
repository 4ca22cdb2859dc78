import CZlib

/// How hard zlib tries.
package enum CompressionLevel: Int32, Sendable {
  /// The least effort, for data that is used once.
  case fast = 1
  /// zlib's default (6), for whole documents.
  case standard = -1
  /// The smallest output, for small streams that are kept for ever.
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

  /// A zlib stream (RFC 1950) of the bytes; nil if zlib fails, as it does for more than 4 GB.
  package func deflated(_ level: CompressionLevel) -> [UInt8]? {
    guard count < Int(UInt32.max) else { return nil }
    var length = compressBound(UInt(count))
    let output = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, initialized in
      let status = compress2(buffer.baseAddress, &length, self, UInt(count), level.rawValue)
      initialized = status == Z_OK ? Int(length) : 0
    }
    return output.isEmpty ? nil : output
  }
}
