import PDF

/// Verifies a document that was built by older rules (`ArchiveManifest.rules`), step by step as listed in its manifest:
/// each update fits the preceding bytes, only annotates, and is identical to its segment if it was appended unchanged;
/// an update that was converted from another format makes the same changes as its segment.
struct DocumentReplay {
  /// Number of updates that are unchanged segments, and that were generated from segments.
  private(set) var original = 0, written = 0

  /// - Throws: `ArchiveError` with the offset of the first fault; `PDFError` for an invalid update.
  init(
    _ document: PDFBytes, base: PDFFile, segments: [ArchiveSegment], manifest: ArchiveManifest
  ) throws {
    if let offset = ArchiveBuilder.firstDifference(document, base.bytes, length: base.length) {
      throw ArchiveError(.bag, "does not begin with the base", place: BagNames.document, offset: offset)
    }
    let sources = Dictionary(segments.map { ($0.sequence, $0) }) { first, _ in first }
    var growth = PDFGrowth(base: base)
    var hash = Hash.state(base.bytes, base.length)
    let steps = manifest.steps.compactMap { step in
      step.start.flatMap { start in step.end.map { (step: step, range: start..<max(start, $0)) } }
    }
    for (step, range) in steps.sorted(by: {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    })
    where !range.isEmpty {
      let place = growth.file.length
      let name = "segment \(step.sequence)"
      guard range.lowerBound == place, range.upperBound <= document.count else {
        throw ArchiveError(.bag, "its step is not where the one before it ends", place: name, offset: place)
      }
      let update = document.array(range)
      if step.outcome == .appended {
        guard sources[step.sequence]?.bytes == update else {
          throw ArchiveError(.bag, "is in the document with other bytes", place: name, offset: place)
        }
        original += 1
      } else {
        written += 1
      }
      let before = growth.file
      let changes = try growth.annotate(update)
      if step.outcome == .converted, let segment = sources[step.sequence] {
        try SegmentAgreement.check(segment, before: before, after: growth.file, changes: changes)
      }
      hash.update(data: update)
      guard Hash.hex(hash.finalize()) == step.sha256 else {
        throw ArchiveError(
          .bag, "the document up to it has another hash than the manifest says", place: name, offset: place)
      }
    }
    guard growth.file.length == document.count else {
      throw ArchiveError(
        .bag, "has bytes after the last step of the manifest", place: BagNames.document, offset: growth.file.length)
    }
  }
}
