import ArchiveTesting
import Foundation
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct GrowthTests {
  /// Appends a note to the first page.
  func note(_ growth: inout PDFGrowth) throws {
    var writer = try AppendWriter(base: growth.file)
    try writer.add(annotations: [Fixture.note], to: try #require(try growth.file.page(0)))
    try growth.append(writer.segment())
  }

  @Test(arguments: Fixture.kinds)
  func appendedFileEqualsReopenedFile(base: [UInt8]) throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: base))
    for _ in 0..<40 { try note(&growth) }
    let again = try PDFFile(bytes: base + growth.tail)
    #expect(try again.annotations(of: #require(try again.page(0))).count == 40)
    #expect(again.sections.count == growth.file.sections.count)
    #expect(again.startxref == growth.file.startxref && again.trailer == growth.file.trailer)
    #expect(try QPDF.fault(in: base + growth.tail) == nil)
  }

  @Test func earlierFilesAreUnchanged() throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    try note(&growth)
    let earlier = growth.file
    for _ in 0..<400 { try note(&growth) }
    #expect(try earlier.annotations(of: #require(try earlier.page(0))).count == 1)
    #expect(earlier.sections.count == 2)
    #expect(try growth.file.annotations(of: #require(try growth.file.page(0))).count == 401)
  }

  @Test func branchesAreIndependent() throws {
    var trunk = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    try note(&trunk)
    var branch = trunk.branched
    try note(&branch)
    let kept = branch.tail
    try note(&trunk)
    try note(&trunk)
    #expect(branch.tail == kept)
    #expect(trunk.file.sections.count == 4 && branch.file.sections.count == 3)
  }

  /// Appends a named note to the first page without indexing the annotations.
  private func note(_ name: String, _ growth: inout PDFGrowth) throws {
    var writer = try AppendWriter(base: growth.file)
    var note = Fixture.note
    note["NM"] = .string(Array(name.utf8))
    try writer.add(annotations: [note], to: try #require(try growth.file.page(0)))
    try growth.append(writer.segment(), onlyAnnotates: true)
  }

  private func names(_ growth: PDFGrowth) throws -> [String?] {
    let writer = try AppendWriter(base: growth.file)
    return try writer.annotations(of: #require(try growth.file.page(0))).map { writer.annotationFacts(of: $0)?.name }
  }

  /// Regression: each append read all annotations of its page again, so appends became slower and slower.
  @Test func annotationFactsAreReadOnce() throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    try note("one", &growth)
    #expect(try names(growth) == ["one"])
    try note("two", &growth)
    #expect(growth.file.cachedFacts.values.map(\.name) == ["one"])
    #expect(try names(growth) == ["one", "two"])
  }

  /// Two branches have different bytes at the same offset.
  @Test func branchesDoNotShareAnnotationFacts() throws {
    var trunk = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    try note("one", &trunk)
    _ = try names(trunk)
    var branch = trunk.branched
    try note("left", &trunk)
    try note("rite", &branch)
    for _ in 0..<2 {
      #expect(try names(trunk) == ["one", "left"])
      #expect(try names(branch) == ["one", "rite"])
    }
  }

  @Test func mappedBaseIsNotCopied() throws {
    try Fixture.withFolder { folder in
      let filler = String(repeating: "x", count: 3 << 20)
      let base = Fixture.table(Fixture.onePage + ["(\(filler))"])
      try Data(base).write(to: URL(fileURLWithPath: folder + "/large.pdf"))
      var growth = PDFGrowth(base: try PDFFile(path: folder + "/large.pdf"))
      for _ in 0..<30 { try note(&growth) }
      #expect(growth.file.bytes.array(0..<base.count) == base)
      #expect(try PDFFile(bytes: base + growth.tail).page(0) != nil)
    }
  }

  /// Segments that only annotate do not change pages, so the page tree is read once for all of them.
  @Test func pageTreeIsReadOnce() throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    let page = try growth.file.page(0)
    let cache = growth.file.pageCache
    for _ in 0..<3 {
      var update = try AppendWriter(base: growth.file)
      try update.add(annotations: [Fixture.note], to: #require(page))
      try growth.annotate(update.segment())
    }
    #expect(try growth.file.page(0) == page)
    #expect(cache != nil && growth.file.pageCache === cache)
    // Other segments invalidate the cache.
    var writer = try AppendWriter(base: growth.file)
    try writer.replace(PDFReference(3, 0)!, with: .dictionary(["Type": .name("Page"), "Rotate": .integer(90)]))
    try growth.append(writer.segment())
    #expect(try growth.file.page(0)?.rotation == 90)
  }

  @Test func refusedSegmentChangesNothing() throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: Fixture.table()))
    expect(.segment) { try growth.append(Array("rubbish".utf8)) }
    expect(.limit) {
      try growth.append(Fixture.Segment().bytes) { (_, _, _) throws(PDFError) in
        throw PDFError(code: .limit, message: "no")
      }
    }
    #expect(growth.tail.isEmpty)
    try growth.append(Fixture.Segment().bytes)
    #expect(growth.tail == Fixture.Segment().bytes)
  }

  @Test func updatedIndexEqualsRebuiltIndex() throws {
    var growth = PDFGrowth(base: try PDFFile(bytes: Fixture.annotated))
    var index = try AnnotationIndex(growth.file)
    for _ in 0..<5 {
      var writer = try AppendWriter(base: growth.file)
      try writer.add(annotations: [Fixture.note], to: try #require(try growth.file.page(0)))
      var changes: [AnnotationChange] = []
      try growth.append(writer.segment()) { [index] (before, segment, after) throws(PDFError) in
        changes = try before.checkAnnotationsOnly(segment, after: after, index: index)
      }
      try index.update(changes, after: growth.file)
    }
    let fresh = try AnnotationIndex(growth.file)
    for number in 1...20 {
      let reference = PDFReference(number, 0)!
      #expect(fresh.isAnnotation(reference) == index.isAnnotation(reference))
      #expect(fresh.pages(touchedBy: [reference]) == index.pages(touchedBy: [reference]))
    }
  }
}
