import ArchiveTesting
import Foundation
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct MergeTests {
  /// A reader's copy of a file.
  struct Reader {
    var file: [UInt8]

    /// Adds a note to the first page of the copy.
    /// - Returns: the update.
    mutating func note(_ text: String) throws -> [UInt8] {
      let base = try PDFFile(bytes: file)
      var writer = try AppendWriter(base: base)
      var note = Fixture.note
      note["Contents"] = .string(Array(text.utf8))
      try writer.add(annotations: [note], to: try #require(try base.page(0)))
      let update = try writer.segment()
      file += update
      return update
    }
  }

  func notes(_ merge: PDFMerge) throws -> [String] {
    #expect(try QPDF.fault(in: merge.file.contents) == nil)
    return try merge.file.annotations(of: #require(try merge.file.page(0))).map { $0.contents ?? "" }
  }

  @Test(arguments: Fixture.kinds)
  func parentIsFoundFromUpdate(base: [UInt8]) throws {
    var ann = Reader(file: base)
    var bob = Reader(file: base)
    var merge = PDFMerge(base: try PDFFile(bytes: base))
    let updates = try [ann.note("a"), ann.note("b"), bob.note("longer"), bob.note("c"), ann.note("d")]
    var branches: [Bool] = []
    for update in updates {
      branches.append(try merge.append(update, madeOn: merge.revision(under: update)).branch != nil)
    }
    #expect(branches == [false, false, true, true, true])
    #expect(try notes(merge) == ["a", "b", "longer", "c", "d"])
    #expect(merge.file.contents.starts(with: base + updates[0] + updates[1]))
  }

  @Test func updateCanBeForEarlierRevisionOfBase() throws {
    var ann = Reader(file: Fixture.table())
    var bob = ann
    _ = try (ann.note("a"), ann.note("b"))
    let update = try bob.note("late")
    var merge = PDFMerge(base: try PDFFile(bytes: ann.file))
    #expect(try merge.append(update, madeOn: merge.revision(under: update)).branch != nil)
    #expect(try notes(merge) == ["a", "b", "late"])
  }

  @Test func repeatedUpdateIsRefused() throws {
    var ann = Reader(file: Fixture.table())
    var bob = ann
    var merge = PDFMerge(base: try PDFFile(bytes: ann.file))
    let updates = try [ann.note("a"), bob.note("longer")]
    for update in updates { _ = try merge.append(update, madeOn: merge.revision(under: update)) }
    let length = merge.tail.count
    for update in updates {
      expect(.segment) { _ = try merge.append(update, madeOn: merge.revision(under: update)) }
    }
    #expect(merge.tail.count == length)
  }

  @Test func ambiguousUpdateIsRefused() throws {
    var ann = Reader(file: Fixture.table())
    var bob = ann
    var carl = ann
    var merge = PDFMerge(base: try PDFFile(bytes: ann.file))
    for update in try [ann.note("a"), bob.note("b"), carl.note("c")] {
      _ = try merge.append(update, madeOn: merge.revision(under: update))
    }
    let update = try bob.note("again")
    expect(.segment) { _ = try merge.revision(under: update) }
  }

  @Test func unrelatedUpdateIsRefused() throws {
    var stranger = Reader(file: Fixture.table(Fixture.onePage + ["(other)"]))
    var merge = PDFMerge(base: try PDFFile(bytes: Fixture.table()))
    for update in try [stranger.note("a"), Array("rubbish".utf8), []] {
      #expect(try merge.revision(under: update) == merge.tip)
      expect(.segment) { _ = try merge.append(update, madeOn: merge.revision(under: update)) }
      #expect(merge.tail.isEmpty)
    }
  }
}
