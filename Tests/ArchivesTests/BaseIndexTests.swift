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

  /// An append in another process, which has the stored index, parses a fixed number of bytes too.
  @Test func anAppendWithAStoredIndexParsesAFixedNumberOfBytes() throws {
    let parsed = try [50, 1_600].map { pages in
      let (base, update) = try document(pages: pages)
      let stored = try BaseIndex.encoded(of: PDFFile(bytes: base))
      // One bit for each object, and 16 bytes for each page.
      #expect(stored.count < 400 + 17 * pages)
      let bases = BaseIndexCache()
      bases.add(stored, of: Hash.of(base))
      return try archive(base, update, bases).file.parsedBytes
    }
    #expect(parsed[0] > 0 && parsed[1] < parsed[0] + 200, "\(parsed)")
  }

  @Test func aStoredIndexIsTheOneThatWasMade() throws {
    let (many, _) = try document(pages: 70)
    for base in [many, Fixture.annotated] + Fixture.kinds {
      let file = try PDFFile(bytes: base)
      let stored = try BaseIndex.encoded(of: file)
      let index = try #require(BaseIndex(stored, of: Hash.of(base)))
      let annotations = try AnnotationIndex(file)
      #expect(index.objects.numbers == (try file.documentObjects().numbers))
      #expect(index.objects.pages == (try file.documentObjects().pages))
      #expect(index.annotations.pages == annotations.pages && index.annotations.arrays == annotations.arrays)
      #expect(index.annotations.annotations == annotations.annotations)
      #expect(index.encoded(of: Hash.of(base)) == stored)
    }
  }

  /// Whatever is not an index of this base in this format is not used, so that the base is searched.
  @Test func damagedIndexesAreNotUsed() throws {
    let (base, _) = try document(pages: 3)
    let sha256 = Hash.of(base)
    let stored = try BaseIndex.encoded(of: PDFFile(bytes: base))
    #expect(BaseIndex(stored, of: sha256) != nil)
    #expect(BaseIndex(stored, of: Hash.of([])) == nil)
    #expect(BaseIndex([], of: sha256) == nil)
    #expect(BaseIndex(stored + [0], of: sha256) == nil)
    for count in stride(from: 0, to: stored.count, by: 7) {
      #expect(BaseIndex(Array(stored[..<count]), of: sha256) == nil)
    }
    let otherFormat = Array(String(decoding: stored[..<30], as: UTF8.self).replacing("index 2", with: "index 1").utf8)
    #expect(BaseIndex(otherFormat + stored[30...], of: sha256) == nil)
    // The number of words of the first part.
    let place = try #require(stored.firstIndex(of: 0x0A)) + 1
    for count in [UInt8(255), 0] {
      var damaged = stored
      damaged.replaceSubrange(place..<place + 8, with: repeatElement(count, count: 8))
      #expect(BaseIndex(damaged, of: sha256) == nil)
    }
    let bases = BaseIndexCache()
    bases.add(stored, of: Hash.of([]))
    #expect(bases[Hash.of([])] == nil)
  }

  @Test func aTableFindsTheValuesOfAReference() throws {
    let references = try [(5, 0), (7, 0), (7, 1), (7, 65_535), (9, 2)].map { try #require(PDFReference($0.0, $0.1)) }
    let table = ReferenceTable(
      [4, 1, 3, 0, 2].map { (references[$0], UInt64($0)) } + [(references[1], 40), (references[1], 30)])
    for (value, reference) in references.enumerated() { #expect(table.first(reference) == UInt64(value)) }
    #expect(table.all(references[1]) == [1, 30, 40] && table.all(references[4]) == [4])
    #expect(table.references(of: 7) == [references[1], references[1], references[1], references[2], references[3]])
    for missing in [(1, 0), (5, 1), (8, 0), (9, 0), (0x7FFF_FFFF, 65_535)] {
      let reference = try #require(PDFReference(missing.0, missing.1))
      #expect(table.first(reference) == nil && table.all(reference).isEmpty)
    }
    #expect(table.references(of: 8).isEmpty && ReferenceTable([]).first(references[0]) == nil)
  }

  /// An index of another base never applies: the last page of the second base refers to the note as its contents.
  @Test func anIndexAppliesToItsBaseOnly() throws {
    let (base, update) = try document(pages: 3)
    // It has the same length, so that the update, whose note is object 6 and which does not change this page, fits
    // both.
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
