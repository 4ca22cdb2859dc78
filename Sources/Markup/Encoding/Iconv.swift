import Glibc

/// Character set conversion by the C library.
enum Iconv {
  /// Converts to UTF-8, with U+FFFD for each invalid byte; `nil` if the encoding is unknown.
  static func decode(_ source: [UInt8], from charset: String) -> [UInt8]? {
    let converter = iconv_open("UTF-8", charset)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = source.map { CChar(bitPattern: $0) }
    var result: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 65536)
    var consumed = 0
    // After the input, some converters still hold a character that another one could combine with.
    var isFlushed = false
    while !isFlushed {
      var written = 0
      let flushes = consumed == input.count
      let failure = input.withUnsafeMutableBufferPointer { input in
        buffer.withUnsafeMutableBufferPointer { buffer -> Int32 in
          guard let base = input.baseAddress, let out = buffer.baseAddress else { return EINVAL }
          var from: UnsafeMutablePointer<CChar>? = base + consumed
          var fromLeft = input.count - consumed
          var to: UnsafeMutablePointer<CChar>? = out
          var toLeft = buffer.count
          let result =
            flushes
            ? iconv(converter, nil, nil, &to, &toLeft) : iconv(converter, &from, &fromLeft, &to, &toLeft)
          let code = result == -1 ? errno : 0
          consumed = input.count - fromLeft
          written = buffer.count - toLeft
          return code
        }
      }
      for index in 0..<written { result.append(UInt8(bitPattern: buffer[index])) }
      if flushes {
        isFlushed = failure != E2BIG
      } else if failure == EILSEQ || failure == EINVAL {
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
        consumed += 1
      }
    }
    return result
  }
}
