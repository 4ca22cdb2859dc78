import PDF

extension ArchiveBuilder {
  /// Offset of the first difference between `bytes` and a file; nil if they are equal.
  package static func firstDifference(_ bytes: PDFBytes, _ file: PDFFile) -> Int? {
    firstDifference(bytes, file.bytes, length: file.length) ?? (bytes.count > file.length ? file.length : nil)
  }

  /// Offset of the first difference within the first `length` bytes of `expected`; nil if `bytes` begins with them.
  package static func firstDifference(_ bytes: PDFBytes, _ expected: PDFBytes, length: Int) -> Int? {
    let common = min(bytes.count, length)
    for start in stride(from: 0, to: common, by: 1 << 20) {
      let range = start..<min(common, start + 1 << 20)
      let (ours, theirs) = (bytes.array(range), expected.array(range))
      if ours != theirs { return zip(ours, theirs).enumerated().first { $1.0 != $1.1 }.map { start + $0.offset } }
      bytes.release(range)
      expected.release(range)
    }
    return common < length ? common : nil
  }
}
