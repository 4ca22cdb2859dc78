import PDF

/// A file that grows segment by segment, in time and memory that depend on the segments and not on what they follow.
///
/// The base stays where it is, a mapped file for instance; the segments stand in memory right behind it, in one range
/// of addresses, so that the whole reads as one file. A value of its own for each line of revisions: of a copy only
/// one may be appended to; `branched` is for the other.
package struct PDFGrowth {
  /// The base and the segments so far.
  package private(set) var file: PDFFile
  let baseLength: Int
  /// Whether the bytes behind the file's length are this value's to fill.
  private var ownsRoom = false
  /// Where `file` has annotations; nil until that is asked for.
  private var index: AnnotationIndex?

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
  /// - Parameters:
  ///   - onlyAnnotates: that it does nothing else is known, or found out by `rule`.
  ///   - rule: is given the file before, the checked segment, and the file after.
  /// - Throws: `PDFError`; nothing is appended then.
  @discardableResult
  package mutating func append(
    _ segment: [UInt8], onlyAnnotates: Bool = false,
    rule: (PDFFile, PDFSegment, PDFFile) throws(PDFError) -> Void = { _, _, _ in }
  ) throws(PDFError) -> PDFSegment {
    try makeRoom(for: segment.count)
    file.bytes.write(segment, at: file.length)
    let checked = try file.checkSegment(upTo: file.length + segment.count)
    let after = try file.advanced(over: checked)
    try rule(file, checked, after)
    if onlyAnnotates { after.moveCaches(from: file) }
    file = after
    index = nil
    return checked
  }

  /// `append` for one segment after the other.
  /// - Throws: `PDFError` whose message names the segment that does not fit, from 1.
  package mutating func append(all segments: [[UInt8]]) throws(PDFError) {
    for (number, segment) in segments.enumerated() {
      do throws(PDFError) {
        try append(segment)
      } catch {
        throw PDFError(code: error.code, message: "Segment \(number + 1): \(error.message)", offset: error.offset)
      }
    }
  }

  /// `append` for a segment that may only annotate (`PDFFile.checkAnnotationsOnly`).
  /// - Returns: what it changes.
  @discardableResult
  package mutating func annotate(_ segment: [UInt8]) throws(PDFError) -> [AnnotationChange] {
    var index = try indexAnnotations()
    var changes: [AnnotationChange] = []
    try append(segment, onlyAnnotates: true) { [index] (before, checked, after) throws(PDFError) in
      changes = try before.checkAnnotationsOnly(checked, after: after, index: index)
    }
    try index.update(changes, after: file)
    self.index = index
    return changes
  }

  /// Finds out where the file has annotations, unless that is known: for all the segments that will follow.
  @discardableResult
  package mutating func indexAnnotations() throws(PDFError) -> AnnotationIndex {
    if let index { return index }
    let made = try AnnotationIndex(file)
    index = made
    return made
  }

  private mutating func makeRoom(for count: Int) throws(PDFError) {
    if ownsRoom, file.bytes.count - file.length >= count { return }
    // Twice what the segments take up, so that each byte is copied a bounded number of times.
    let room = max(64 << 10, 2 * (file.length - baseLength + count))
    let bytes = try PDFBytes(extending: file.bytes, length: file.length, room: room)
    let moved = PDFFile(copying: file, bytes: bytes)
    moved.moveCaches(from: file)
    file = moved
    ownsRoom = true
  }
}
