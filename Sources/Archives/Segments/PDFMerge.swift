import PDF
import System

/// A base, and after it what several readers added, each on the revision that they knew.
///
/// The trunk is the file that comes of it: the base and the updates as they were appended. A reader who went on
/// without knowing of the others has a line of their own: it leaves the trunk at some length and goes on with updates
/// that stand there as they were made, and in the trunk written again on top (`AppendWriter.rebase`).
package struct PDFMerge {
  /// A revision that updates may have been made on; of one merge only.
  package struct Revision: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// What became of an update.
  package struct Step {
    /// What it added to the trunk: itself, or what it came to on top of the others.
    package var appended: [UInt8]
    /// What its maker has now, where that is not the trunk.
    package var branch: Revision?
    package var report = RebaseReport()
  }

  private struct Line {
    /// Where it leaves the trunk: the trunk's first bytes are its own.
    var trunkLength: Int
    /// Its own updates after that.
    var updates: [[UInt8]] = []
    /// What stands in the trunk for the objects that those added or changed.
    var numbers: [PDFReference: PDFReference] = [:]
    var length: Int
    /// What an update made on it states as its `/Prev`.
    var startxref: Int
  }

  private struct Taken: Hashable {
    var parent: Revision
    var update: SHA256Digest
  }

  private var growth: PDFGrowth
  private var lines: [Line]
  /// Which updates were put after which revisions.
  private var taken: Set<Taken> = []
  private var knowsRevisionsOfBase = false
  /// Lines that were opened last, newest last.
  private var opened: [(revision: Revision, growth: PDFGrowth)] = []
  private static let openLimit = 8

  /// The newest revision of the trunk.
  package private(set) var tip: Revision

  /// - Parameter file: the base. It is not changed.
  package init(base file: PDFFile) {
    growth = PDFGrowth(base: file)
    lines = [Line(trunkLength: file.length, length: file.length, startxref: file.startxref)]
    tip = Revision(index: 0)
  }

  /// The trunk.
  package var file: PDFFile { growth.file }

  /// What stands after the base.
  package var tail: [UInt8] { growth.tail }

  /// Puts an update that only annotates after the trunk: as it is where it was made on the trunk's newest revision,
  /// else written again.
  /// - Throws: `PDFError` where it does not fit that revision, does more than annotate, or stands there already.
  ///   Nothing is appended then.
  package mutating func append(_ update: [UInt8], madeOn parent: Revision) throws(PDFError) -> Step {
    let key = Taken(parent: parent, update: SHA256.hash(data: update))
    guard !taken.contains(key) else {
      throw PDFError(code: .segment, message: "The same segment, made on the same revision, stands there already.")
    }
    let step: Step
    if parent == tip {
      try growth.annotate(update)
      addTip()
      step = Step(appended: update)
    } else {
      step = try rebase(update, on: parent)
    }
    taken.insert(key)
    return step
  }

  /// Puts an update after the trunk that this program has just made for it. That it only annotates is not looked into:
  /// for that all pages would have to be read.
  package mutating func append(own update: [UInt8]) throws(PDFError) {
    try growth.append(update, onlyAnnotates: true)
    addTip()
  }

  private mutating func addTip() {
    lines.append(Line(trunkLength: file.length, length: file.length, startxref: file.startxref))
    tip = Revision(index: lines.count - 1)
  }

  private mutating func rebase(_ update: [UInt8], on parent: Revision) throws(PDFError) -> Step {
    var own = try open(parent)
    let before = own.file
    let changes = try own.annotate(update)
    var writer = try AppendWriter(base: file)
    let report = try writer.rebase(
      changes, before: before, after: own.file, known: lines[parent.index].numbers, conflict: .override)
    let rebased = try writer.segment()
    try growth.annotate(rebased)
    addTip()
    var branch = lines[parent.index]
    branch.updates.append(update)
    branch.numbers = report.numbers
    (branch.length, branch.startxref) = (own.file.length, own.file.startxref)
    lines.append(branch)
    return Step(appended: rebased, branch: Revision(index: lines.count - 1), report: report)
  }

  /// A revision as a file of its own, ready for an update.
  private mutating func open(_ revision: Revision) throws(PDFError) -> PDFGrowth {
    if let place = opened.firstIndex(where: { $0.revision == revision }) {
      let entry = opened.remove(at: place)
      opened.append(entry)
      return entry.growth
    }
    let line = lines[revision.index]
    var own = PDFGrowth(base: try PDFFile(file.bytes, length: line.trunkLength, limits: file.limits))
    for update in line.updates { try own.append(update) }
    try own.indexAnnotations()
    opened.append((revision, own.branched))
    if opened.count > Self.openLimit { opened.removeFirst() }
    return own.branched
  }

  // MARK: Finding out what an update was made on

  /// The revision that an update was made on, by what it says of itself: its `/Prev` and where it stands. The newest of
  /// the trunk where it fits none.
  /// - Throws: `segment` where it fits several: readers can have made updates of one length.
  package mutating func revision(under update: [UInt8]) throws(PDFError) -> Revision {
    let bytes = PDFBytes(update)
    guard let stated = try? StartXRef.last(in: bytes, before: bytes.count).value, !fits(bytes, stated, lines[tip.index])
    else { return tip }
    try addRevisionsOfBase()
    let found = lines.indices.filter { fits(bytes, stated, lines[$0]) }
    guard found.count <= 1 else {
      throw PDFError(
        code: .segment,
        message: "The segment fits \(found.count) revisions of the same length; say which it was made on.")
    }
    return found.first.map { Revision(index: $0) } ?? tip
  }

  private func fits(_ update: PDFBytes, _ stated: Int, _ line: Line) -> Bool {
    guard let place = stated.addingOrNil(file.origin - line.length), place >= 0, place < update.count else {
      return false
    }
    let reader = XRefReader(bytes: update, end: update.count, origin: 0, limits: file.limits, isStrict: true)
    var section = try? reader.section(at: place) { _, _ in }
    // An update may have two sections of its own.
    if let previous = section?.previous, let own = previous.addingOrNil(file.origin - line.length), own >= 0,
      own < place
    {
      section = try? reader.section(at: own) { _, _ in }
    }
    return section?.trailer["Prev"].integer == line.startxref
  }

  /// Readers may have known the base as it was before its own last updates.
  private mutating func addRevisionsOfBase() throws(PDFError) {
    guard !knowsRevisionsOfBase else { return }
    knowsRevisionsOfBase = true
    for revision in try file.revisions() where revision.range.upperBound < growth.baseLength {
      lines.append(
        Line(
          trunkLength: revision.range.upperBound, length: revision.range.upperBound,
          startxref: revision.crossReference - file.origin))
    }
  }
}
