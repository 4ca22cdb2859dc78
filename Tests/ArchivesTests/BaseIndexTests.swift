import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct BaseIndexTests {
  private static let space = String(repeating: " ", count: 15)

  /// A base with many pages, and an update that adds a note to the first one.
  private func document(pages: Int) throws -> (base: [UInt8], update: [UInt8]) {
    let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    let objects =
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(pages)/MediaBox[0 0 200 100]>>"]
      + (1...pages).map { "<</Type/Page/Parent 2 0 R\($0 == pages ? Self.space : "")>>" }
    let base = Fixture.table(objects)
    var writer = try AppendWriter(base: PDFFile(bytes: base))
    try writer.add(annotations: [Fixture.note], to: try #require(try writer.base.page(0)))
    return (base, try writer.segment())
  }

  private func archive(_ base: [UInt8], _ update: [UInt8], _ bases: BaseIndexCache) throws -> ArchiveBuilder {
    var builder = try ArchiveBuilder(document: "doc", base: PDFFile(bytes: base), bases: bases)
    let step = try builder.tried(update, format: .pdf, parent: builder.sha256, clientID: "c1")
    #expect(step.outcome == .appended, "\(step.reason ?? "")")
    return builder
  }

  /// Regression: each builder searched the whole base for the objects of the document.
  @Test func aBaseIsReadOnceHoweverManyBuildersStartFromIt() throws {
    let (base, update) = try document(pages: 300)
    let bases = BaseIndexCache()
    let first = try archive(base, update, bases)
    let second = try archive(base, update, bases)
    #expect(first.sha256 == second.sha256 && first.tail == second.tail)
    #expect(try first.file.documentObjects() === second.file.documentObjects())
  }

  /// The objects that a builder parses do not depend on the number of pages once the base is indexed.
  @Test func anAppendToAnIndexedBaseParsesAFixedNumberOfBytes() throws {
    let parsed = try [50, 1_600].map { pages in
      let (base, update) = try document(pages: pages)
      let bases = BaseIndexCache()
      _ = try archive(base, update, bases)
      let file = try PDFFile(bytes: base)
      var builder = try ArchiveBuilder(document: "doc", base: file, bases: bases)
      _ = try builder.tried(update, format: .pdf, parent: builder.sha256, clientID: "c1")
      return builder.file.parsedBytes
    }
    // The root of the page tree, which lists all pages, is not read.
    #expect(parsed[0] > 0 && parsed[1] < parsed[0] + 200, "\(parsed)")
  }

  /// An index of another base never applies: the last page of the second base refers to the note as its contents.
  @Test func anIndexAppliesToItsBaseOnly() throws {
    let (base, update) = try document(pages: 3)
    // It has the same length, so that the update, whose note is object 6 and which does not change this page, fits both.
    let other = Array(
      String(decoding: base, as: UTF8.self).replacing(Self.space, with: "/Contents 6 0 R", maxReplacements: 1).utf8)
    try #require(other.count == base.count && other != base)
    let bases = BaseIndexCache()
    _ = try archive(base, update, bases)
    var builder = try ArchiveBuilder(document: "doc", base: PDFFile(bytes: other), bases: bases)
    let step = try builder.tried(update, format: .pdf, parent: builder.sha256, clientID: "c1")
    #expect(step.outcome == .refused)
  }

  @Test func theCacheIsLimited() throws {
    let (base, update) = try document(pages: 3)
    let bases = BaseIndexCache(limit: 25_000)
    let file = try archive(base, update, bases).file
    let index = BaseIndex(objects: try file.documentObjects(), annotations: try AnnotationIndex(file))
    for name in ["a", "b", "c"] { bases.add(index, of: name) }
    #expect(bases["a"] == nil && bases["c"] != nil)
    #expect(bases[Hash.of(base)] == nil)
  }
}
