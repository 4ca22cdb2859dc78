/// Objects without a stream of their own, collected to be written together in object streams (ISO 32000-1 §7.5.7): a third of the
/// bytes that they would take one by one.
struct PackedObjects {
  private(set) var buffer = PDFBuffer()
  private(set) var entries: ContiguousArray<(number: Int, start: Int)> = []

  /// Readers decode a whole stream for the sake of one object, so there is a bound.
  private static let mostInStream = 512

  /// Begins an object; what is written to the buffer until the next one begins is its value.
  mutating func write(_ number: Int, _ body: (inout PDFBuffer) -> Void) {
    if !entries.isEmpty { buffer.append("\n") }
    entries.append((number, buffer.count))
    body(&buffer)
  }

  /// The streams to write: their dictionaries' entries, their data, and which objects are in each.
  func streams() -> [(entries: Range<Int>, dictionary: String, data: [UInt8])] {
    stride(from: 0, to: entries.count, by: Self.mostInStream).map { start in
      let range = start..<min(start + Self.mostInStream, entries.count)
      let first = entries[start].start
      let end = range.upperBound < entries.count ? entries[range.upperBound].start : buffer.count
      var stream = PDFBuffer()
      for index in range {
        if index > start { stream.append(" ") }
        stream.append(entries[index].number)
        stream.append(" ")
        stream.append(entries[index].start - first)
      }
      stream.append("\n")
      let head = stream.count
      stream.append(bytes: buffer.bytes[first..<end])
      let dictionary = "/Type /ObjStm /N \(range.count) /First \(head)"
      guard let deflated = stream.bytes.deflated else { return (range, dictionary, stream.bytes) }
      return (range, dictionary + " /Filter /FlateDecode", deflated)
    }
  }
}
