import OperatingSystem
import PDF

/// Merges the updates of several readers, each made for the revision that the reader had, into one file.
///
/// The trunk is the resulting file: the base and the appended updates. An update that was made for another revision is
/// rebased: rewritten on top of the trunk (`AppendWriter.rebase`). The revision that its reader has is a branch: the
/// first bytes of the trunk, and after them the reader's own updates as they were made.
package struct PDFMerge {
  /// A revision for which updates can be made; valid for one merge only.
  package struct Revision: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// The result of appending an update.
  package struct Step {
    /// The bytes added to the trunk: the update itself, or the rebased one.
    package var appended: [UInt8]
    /// The revision that its reader has now, if it is not the trunk.
    package var branch: Revision?
    /// What rebasing changed.
    package var report = RebaseReport()
    /// The changes of the update, if it was appended unchanged.
    package var changes: [AnnotationChange] = []
  }

  private struct Branch {
    /// Length of the part it shares with the trunk.
    var trunkLength: Int
    /// The reader's own updates after that.
    var updates: [[UInt8]] = []
    /// The objects of the trunk that correspond to objects of these updates.
    var numbers: [PDFReference: PDFReference] = [:]
    var length: Int
    /// The `/Prev` of an update that is made for this branch.
    var startxref: Int
  }

  private struct AppendedUpdate: Hashable {
    var parent: Revision
    var update: SHA256Digest
  }

  private var growth: PDFGrowth
  private var branches: [Branch]
  /// Updates that were appended, with their parents, to detect duplicates.
  private var appended: Set<AppendedUpdate> = []
  private var includesRevisionsOfBase = false
  /// Recently opened branches, most recent last.
  private var opened: [(revision: Revision, growth: PDFGrowth)] = []
  private static let openLimit = 8

  /// The newest revision of the trunk.
  package private(set) var tip: Revision

  /// - Parameter file: the base. It is not changed.
  package init(base file: PDFFile) {
    growth = PDFGrowth(base: file)
    branches = [Branch(trunkLength: file.length, length: file.length, startxref: file.startxref)]
    tip = Revision(index: 0)
  }

  /// Indexes the base (`PDFGrowth.indexBase`).
  mutating func indexBase(sha256: String, _ cache: BaseIndexCache) throws(PDFError) {
    try growth.indexBase(sha256: sha256, cache)
  }

  /// The trunk.
  package var file: PDFFile { growth.file }

  /// The bytes after the base.
  package var tail: [UInt8] { growth.tail }

  /// Appends an update that only annotates: unchanged if it was made for the newest revision of the trunk, rebased
  /// otherwise.
  /// - Throws: `PDFError` if it does not fit its parent, does more than annotate, or was already appended. Then nothing
  ///   is appended.
  package mutating func append(_ update: [UInt8], madeOn parent: Revision) throws(PDFError) -> Step {
    let key = AppendedUpdate(parent: parent, update: SHA256.hash(data: update))
    guard !appended.contains(key) else {
      throw PDFError(code: .segment, message: "The same segment, made on the same revision, was appended already.")
    }
    let step: Step
    if parent == tip {
      let changes = try growth.annotate(update)
      addTip()
      step = Step(appended: update, changes: changes)
    } else {
      step = try rebase(update, on: parent)
    }
    appended.insert(key)
    return step
  }

  /// Appends an update that this program has just made for the trunk. The rules for annotations are not checked,
  /// because that reads all pages, but that the update changes no other part of the document is.
  package mutating func append(own update: [UInt8]) throws(PDFError) {
    try growth.append(update, onlyAnnotates: true) { (before, checked, after) throws(PDFError) in
      try before.checkDocumentUnchanged(checked, after: after)
    }
    addTip()
  }

  private mutating func addTip() {
    branches.append(Branch(trunkLength: file.length, length: file.length, startxref: file.startxref))
    tip = Revision(index: branches.count - 1)
  }

  private mutating func rebase(_ update: [UInt8], on parent: Revision) throws(PDFError) -> Step {
    var own = try open(parent)
    let before = own.file
    let changes = try own.annotate(update)
    var writer = try AppendWriter(base: file)
    let report = try writer.rebase(
      changes, before: before, after: own.file, known: branches[parent.index].numbers, conflict: .override)
    let rebased = try writer.segment()
    try growth.annotate(rebased)
    addTip()
    var branch = branches[parent.index]
    branch.updates.append(update)
    branch.numbers = report.numbers
    (branch.length, branch.startxref) = (own.file.length, own.file.startxref)
    branches.append(branch)
    return Step(appended: rebased, branch: Revision(index: branches.count - 1), report: report)
  }

  /// Opens a revision as a file to which an update can be appended.
  private mutating func open(_ revision: Revision) throws(PDFError) -> PDFGrowth {
    if let place = opened.firstIndex(where: { $0.revision == revision }) {
      let entry = opened.remove(at: place)
      opened.append(entry)
      return entry.growth
    }
    let branch = branches[revision.index]
    let trunk = try PDFFile(file.bytes, length: branch.trunkLength, limits: file.limits)
    // What was appended to the base only annotates, so the other objects of the document are the same.
    if branch.trunkLength >= growth.baseLength { trunk.adoptDocumentObjects(of: file) }
    var own = PDFGrowth(base: trunk)
    for update in branch.updates { try own.append(update, onlyAnnotates: true) }
    try own.indexAnnotations()
    opened.append((revision, own.branched))
    if opened.count > Self.openLimit { opened.removeFirst() }
    return own.branched
  }

  // MARK: Finding the parent of an update

  /// The revision for which an update was made, found by its `/Prev` and its offsets; the newest revision of the trunk
  /// if none fits.
  /// - Throws: `segment` if several revisions fit, which is possible if readers made updates of the same length.
  package mutating func revision(under update: [UInt8]) throws(PDFError) -> Revision {
    let bytes = PDFBytes(update)
    guard let stated = try? StartXRef.last(in: bytes, before: bytes.count).value,
      !fits(bytes, stated, branches[tip.index])
    else { return tip }
    try addRevisionsOfBase()
    let found = branches.indices.filter { fits(bytes, stated, branches[$0]) }
    guard found.count <= 1 else {
      throw PDFError(
        code: .segment,
        message: "The segment fits \(found.count) revisions of the same length; name the one for which it was made.")
    }
    return found.first.map { Revision(index: $0) } ?? tip
  }

  private func fits(_ update: PDFBytes, _ stated: Int, _ branch: Branch) -> Bool {
    guard let place = stated.addingOrNil(file.origin - branch.length), place >= 0, place < update.count else {
      return false
    }
    let reader = XRefReader(bytes: update, end: update.count, origin: 0, limits: file.limits, isStrict: true)
    var section = try? reader.section(at: place) { _, _ in }
    // An update can have two sections.
    if let previous = section?.previous, let own = previous.addingOrNil(file.origin - branch.length), own >= 0,
      own < place
    {
      section = try? reader.section(at: own) { _, _ in }
    }
    return section?.trailer["Prev"].integer == branch.startxref
  }

  /// Adds the earlier revisions of the base: a reader can have one without the last updates.
  private mutating func addRevisionsOfBase() throws(PDFError) {
    guard !includesRevisionsOfBase else { return }
    includesRevisionsOfBase = true
    for revision in try file.revisions() where revision.range.upperBound < growth.baseLength {
      branches.append(
        Branch(
          trunkLength: revision.range.upperBound, length: revision.range.upperBound,
          startxref: revision.crossReference - file.origin))
    }
  }
}
