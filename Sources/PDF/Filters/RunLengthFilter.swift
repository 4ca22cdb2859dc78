/// RunLengthDecode (ISO 32000-1, 7.4.5).
enum RunLengthFilter {
  static func decode(_ data: [UInt8], limit: Int) throws(PDFError) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    while position < data.count, data[position] != 128 {
      let length = Int(data[position])
      position += 1
      if length < 128 {
        guard position + length < data.count else { throw StreamFilter.failure("RunLength data end inside a run.") }
        output += data[position...position + length]
        position += length + 1
      } else {
        guard position < data.count else { throw StreamFilter.failure("RunLength data end inside a run.") }
        output += repeatElement(data[position], count: 257 - length)
        position += 1
      }
      guard output.count <= limit else { throw StreamFilter.tooLong(limit) }
    }
    return output
  }
}
