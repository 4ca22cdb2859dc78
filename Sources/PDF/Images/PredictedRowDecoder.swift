import CZlib

/// Decodes rows of samples that are encoded by PNG predictors and Flate, a few rows at a time.
enum PredictedRowDecoder {
  /// Bytes that are inflated at once, if a row is not longer.
  private static let blockBytes = 65_536

  /// Decodes `count` rows and checks that the data are exactly these.
  /// - Parameters:
  ///   - rowBytes: bytes of a row; `pixelBytes` bytes of a pixel, at least 1.
  ///   - body: called with each row in order; nil only checks the data.
  /// - Returns: false if the data are damaged or too short or too long. `body` may have been called nevertheless.
  static func forEachRow(
    of data: [UInt8], count: Int, rowBytes: Int, pixelBytes: Int, _ body: ((UnsafePointer<UInt8>) -> Void)?
  ) -> Bool {
    guard data.count <= Int(UInt32.max), rowBytes < Int(UInt32.max), count > 0, rowBytes > 0 else { return false }
    // zlib keeps the address of its stream.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return false }
    defer { inflateEnd(stream) }

    let rowsPerBlock = min(count, max(1, blockBytes / (rowBytes + 1)))
    var block = [UInt8](repeating: 0, count: rowsPerBlock * (rowBytes + 1))
    var previous = [UInt8](repeating: 0, count: rowBytes)
    return data.withUnsafeBufferPointer { source in
      // zlib does not write to its input, although its type allows that.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.pointee.avail_in = UInt32(source.count)
      return block.withUnsafeMutableBufferPointer { block in
        previous.withUnsafeMutableBufferPointer { previous in
          guard let start = block.baseAddress, let previous = previous.baseAddress else { return false }
          var rest = count
          while rest > 0 {
            let rows = min(rest, rowsPerBlock)
            guard inflateExactly(rows * (rowBytes + 1), to: start, stream) else { return false }
            for row in 0..<rows {
              let filter = start + row * (rowBytes + 1)
              guard filter.pointee <= 4 else { return false }
              guard let body else { continue }
              Predictor.undo(filter: filter.pointee, of: filter + 1, previous, count: rowBytes, step: pixelBytes)
              body(filter + 1)
              previous.update(from: filter + 1, count: rowBytes)
            }
            rest -= rows
          }
          return isAtEnd(stream)
        }
      }
    }
  }

  private static func inflateExactly(
    _ count: Int, to target: UnsafeMutablePointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>
  ) -> Bool {
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(count)
    // zlib returns Z_BUF_ERROR if it needs more input and there is none.
    while stream.pointee.avail_out > 0 {
      let status = inflate(stream, Z_NO_FLUSH)
      guard status == Z_OK || (status == Z_STREAM_END && stream.pointee.avail_out == 0) else { return false }
    }
    return true
  }

  /// Whether nothing but the checksum follows, which must be right.
  private static func isAtEnd(_ stream: UnsafeMutablePointer<z_stream>) -> Bool {
    var byte: UInt8 = 0
    return withUnsafeMutablePointer(to: &byte) { byte in
      stream.pointee.next_out = byte
      stream.pointee.avail_out = 1
      let status = inflate(stream, Z_NO_FLUSH)
      return status == Z_STREAM_END && stream.pointee.avail_out == 1
    }
  }
}
