/// A file that grows segment by segment, in time and memory that depend on the segments and not on what they follow.
///
/// The base stays where it is, a mapped file for instance; the segments stand in memory right behind it, in one range of
/// addresses, so that the whole reads as one file. A value of its own for each line of revisions: of a copy only one may
/// be appended to; `branched` is for the other.
package struct PDFGrowth {
  /// The base and the segments so far.
  package private(set) var file: PDFFile
  private let baseLength: Int
  /// Whether the bytes behind the file's length are this value's to fill.
  private var ownsRoom = false

  /// - Parameter file: the base. It is not changed.
  package init(base file: PDFFile) {
    self.file = PDFFile(copying: file)
    baseLength = file.length
  }

  /// The same revision to go on from once more, apart from this value.
  package var branched: PDFGrowth {
    var copy = self
    copy.ownsRoom = false
    return copy
  }

  /// The segments so far, as they stand after the base.
  package var tail: [UInt8] { file.bytes.array(baseLength..<file.length) }

  /// Puts a segment after the file, once it was found to fit (`PDFFile.checkSegment`) and `rule` has let it pass.
  ///
  /// - Parameter rule: is given the file before, the checked segment, and the file after.
  /// - Throws: `PDFError`; nothing is appended then.
  @discardableResult
  package mutating func append(
    _ segment: [UInt8], rule: (PDFFile, PDFSegment, PDFFile) throws(PDFError) -> Void = { _, _, _ in }
  ) throws(PDFError) -> PDFSegment {
    try makeRoom(for: segment.count)
    file.bytes.write(segment, at: file.length)
    let checked = try file.checkSegment(upTo: file.length + segment.count)
    let after = try file.advanced(over: checked)
    try rule(file, checked, after)
    file = after
    return checked
  }

  private mutating func makeRoom(for count: Int) throws(PDFError) {
    if ownsRoom, file.bytes.count - file.length >= count { return }
    // Twice what the segments take up, so that each byte is copied a bounded number of times.
    let room = max(64 << 10, 2 * (file.length - baseLength + count))
    let bytes = try PDFBytes(extending: file.bytes, length: file.length, room: room)
    file = PDFFile(copying: file, bytes: bytes)
    ownsRoom = true
  }
}
