import PDF

/// A PDF to which segments are appended, in time and memory that depend on the segments and not on the size of the
/// file.
///
/// The base stays where it is, for example in a mapped file. The segments are stored in memory directly after it, in
/// one address range, so that the whole is read as one file. Copies share this memory, so only one copy may be appended
/// to; `branched` makes an independent one.
package struct PDFGrowth {
  /// The base and the segments appended so far.
  package private(set) var file: PDFFile
  let baseLength: Int
  /// Whether this value may write to the memory after the file.
  private var ownsSpareCapacity = false
  /// The annotations of `file`; nil until needed.
  private var index: AnnotationIndex?

  /// - Parameter file: the base. It is not changed.
  package init(base file: PDFFile) {
    self.file = PDFFile(copying: file)
    baseLength = file.length
  }

  /// A copy that can be appended to independently of this value.
  package var branched: PDFGrowth {
    var copy = self
    copy.ownsSpareCapacity = false
    return copy
  }

  /// The bytes after the base.
  package var tail: [UInt8] { file.bytes.array(baseLength..<file.length) }

  /// Appends a segment after checking that it fits the file (`PDFFile.checkSegment`) and passes `rule`.
  ///
  /// - Parameters:
  ///   - onlyAnnotates: whether the segment is known to only annotate, or `rule` checks it.
  ///   - rule: called with the file before, the checked segment, and the file after.
  /// - Throws: `PDFError`; then nothing is appended.
  @discardableResult
  package mutating func append(
    _ segment: [UInt8], onlyAnnotates: Bool = false,
    rule: (PDFFile, PDFSegment, PDFFile) throws(PDFError) -> Void = { _, _, _ in }
  ) throws(PDFError) -> PDFSegment {
    try reserveCapacity(for: segment.count)
    file.bytes.write(segment, at: file.length)
    let checked = try file.checkSegment(upTo: file.length + segment.count)
    let after = try file.advanced(over: checked)
    try rule(file, checked, after)
    if onlyAnnotates { after.moveCaches(from: file) }
    file = after
    index = nil
    return checked
  }

  /// Appends a segment that may only annotate (`PDFFile.checkAnnotationsOnly`).
  /// - Returns: its changes.
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

  /// Builds the index of annotations, if it is not known, for all segments that follow.
  @discardableResult
  package mutating func indexAnnotations() throws(PDFError) -> AnnotationIndex {
    if let index { return index }
    let made = try AnnotationIndex(file)
    index = made
    return made
  }

  /// Indexes the base before the first segment, or takes the index of a file with the same bytes from the cache.
  /// - Parameter sha256: the hash of the base's bytes.
  mutating func indexBase(sha256: String, _ cache: BaseIndexCache) throws(PDFError) {
    guard file.length == baseLength, index == nil else { return }
    if let known = cache[sha256] {
      file.adopt(known.objects)
      index = known.annotations
    } else {
      let objects = try file.documentObjects()
      cache.add(BaseIndex(objects: objects, annotations: try indexAnnotations()), of: sha256)
    }
  }

  private mutating func reserveCapacity(for count: Int) throws(PDFError) {
    if ownsSpareCapacity, file.bytes.count - file.length >= count { return }
    // Twice the size of the segments, so that each byte is copied an amortized constant number of times.
    let capacity = max(64 << 10, 2 * (file.length - baseLength + count))
    let bytes = try PDFBytes(extending: file.bytes, length: file.length, spare: capacity)
    let moved = PDFFile(copying: file, bytes: bytes)
    moved.moveCaches(from: file)
    file = moved
    ownsSpareCapacity = true
  }
}
