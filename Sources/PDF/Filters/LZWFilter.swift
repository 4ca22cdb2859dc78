/// LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, most significant bit first.
enum LZWFilter {
  static func decode(_ data: [UInt8], early: Bool, limit: Int) throws(PDFError) -> [UInt8] {
    // The string of a code above 257 is the string of the code `prefix` followed by `suffix`.
    var prefix = [Int](repeating: -1, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var lengths = [Int](repeating: 1, count: 4096)
    for code in 0..<256 { suffix[code] = UInt8(code) }

    var output: [UInt8] = []
    var next = 258
    var width = 9
    var previous = -1
    var buffer = 0
    var bits = 0
    for byte in data {
      buffer = buffer << 8 | Int(byte)
      bits += 8
      guard bits >= width else { continue }
      bits -= width
      let code = buffer >> bits
      buffer &= (1 << bits) - 1
      if code == 257 { break }
      if code == 256 {
        (next, width, previous) = (258, 9, -1)
        continue
      }
      guard code < next || (code == next && previous >= 0) else {
        throw StreamFilter.failure("The LZW data are damaged after \(output.count) bytes.")
      }
      let isNew = code == next
      let known = isNew ? previous : code
      let length = lengths[known]
      guard output.count + length + 1 <= limit else { throw StreamFilter.bomb(limit) }
      let start = output.count
      output.append(contentsOf: repeatElement(0, count: length))
      var walk = known
      var index = start + length - 1
      while walk >= 0, index >= start {
        output[index] = suffix[walk]
        walk = prefix[walk]
        index -= 1
      }
      if isNew { output.append(output[start]) }
      if previous >= 0, next < 4096 {
        prefix[next] = previous
        suffix[next] = output[start]
        lengths[next] = lengths[previous] + 1
        next += 1
      }
      previous = code
      let codes = next + (early ? 1 : 0)
      width = codes >= 2048 ? 12 : codes >= 1024 ? 11 : codes >= 512 ? 10 : 9
    }
    return output
  }
}
