import CZlib

/// FlateDecode (ISO 32000-1, 7.4.4): zlib streams.
enum FlateFilter {
  static func decode(_ data: [UInt8], limit: Int) throws(PDFError) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw StreamFilter.failure("zlib could not be initialised.")
    }
    defer { inflateEnd(&stream) }
    guard data.count <= Int(UInt32.max) else { throw StreamFilter.tooLong(limit) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(65_536, max(1_024, data.count * 4)))
    var status = Z_OK
    data.withUnsafeBufferPointer { source in
      // zlib does not write to its input, although its type allows that.
      stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      stream.avail_in = UInt32(source.count)
      while status == Z_OK, output.count <= limit {
        chunk.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          status = inflate(&stream, Z_NO_FLUSH)
          let produced = target.count - Int(stream.avail_out)
          output.append(contentsOf: target[..<produced])
          if produced == 0, status == Z_OK, stream.avail_in == 0 { status = Z_BUF_ERROR }
        }
      }
    }
    guard output.count <= limit else { throw StreamFilter.tooLong(limit) }
    guard status == Z_STREAM_END else {
      let reason = stream.msg.map { String(cString: $0) } ?? "the data end too early"
      throw StreamFilter.failure("The Flate data are damaged after \(output.count) bytes: \(reason).")
    }
    return output
  }
}
