import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct RebaseTests {
  /// A base with two segments that were made for it independently.
  func rebased(
    _ first: (inout AppendWriter) throws -> Void, _ second: (inout AppendWriter) throws -> Void
  ) throws -> PDFFile {
    let base = Fixture.annotated
    func segment(_ body: (inout AppendWriter) throws -> Void) throws -> [UInt8] {
      var writer = try AppendWriter(base: PDFFile(bytes: base))
      try body(&writer)
      return try writer.segment()
    }
    let one = try segment(first)
    let current = try Assembly.assemble(base: base, segments: [one])
    let before = try PDFFile(PDFBytes(parts: [base, segment(second)]), length: base.count)
    let raw = try before.checkSegment(upTo: before.bytes.count)
    let after = try before.advanced(over: raw)
    var writer = try AppendWriter(base: current)
    try writer.rebase(before.checkAnnotationsOnly(raw, after: after), before: before, after: after)
    let whole = try Assembly.assemble(base: base, segments: [one, writer.segment()])
    #expect(try QPDF.fault(in: whole.contents) == nil)
    return whole
  }

  func annotate(_ text: String) -> (inout AppendWriter) throws -> Void {
    { writer in
      let page = try #require(try writer.base.page(0))
      let form = try writer.add(
        .stream(PDFStream(dictionary: ["Subtype": .name("Form"), "BBox": .array([])], data: Array("% \(text)\n".utf8))))
      var note = Fixture.note
      note["Contents"] = .string(Array(text.utf8))
      note["AP"] = .dictionary(["N": .reference(form)])
      try writer.add(annotations: [note], to: page)
    }
  }

  @Test func annotationsOfBothReadersArePresent() throws {
    let file = try rebased(annotate("first"), annotate("second"))
    let page = try #require(try file.page(0))
    let added = try AppendWriter(base: file).annotations(of: page).dropFirst(2).map { try file.resolve($0).dictionary }
    #expect(added.map { $0?["Contents"].string } == [Array("first".utf8), Array("second".utf8)])
    for (annotation, text) in zip(added, ["first", "second"]) {
      let appearance = try file.resolve(try #require(annotation?["AP"].dictionary)["N"])
      #expect(appearance.stream?.encoded == Array("% \(text)\n".utf8))
      #expect(annotation?["P"].reference == page.reference)
    }
  }

  @Test func removalsAndChangesAreRebased() throws {
    let file = try rebased(annotate("first")) { writer in
      try writer.replace(
        PDFReference(5, 0)!, with: Fixture.parse("<</Type/Annot/Subtype/Text/Rect[0 0 7 7]>>"))
    }
    #expect(try file.object(PDFReference(5, 0)!).dictionary?["Rect"].array?.last == .integer(7))
    let removed = try rebased(annotate("first")) { writer in
      try writer.replace(PDFReference(3, 0)!, with: Fixture.parse(AnnotationRulesTests.page("[6 0 R]")))
    }
    let page = try #require(try removed.page(0))
    #expect(try AppendWriter(base: removed).annotations(of: page).count == 2)
  }

  @Test func conflictingChangesAreRefused() {
    func move(_ by: Int) -> (inout AppendWriter) throws -> Void {
      { writer in
        try writer.replace(
          PDFReference(5, 0)!, with: Fixture.parse("<</Type/Annot/Subtype/Text/Rect[0 0 \(by) 9]>>"))
      }
    }
    let error = failure { _ = try rebased(move(3), move(4)) }
    #expect(error?.code == .segment)
    #expect(error?.message.contains("both") == true)
  }
}
