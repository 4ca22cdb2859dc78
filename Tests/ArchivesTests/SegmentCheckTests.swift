import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

@Suite(.hangLimit) struct SegmentCheckTests {
  func check(_ segment: Fixture.Segment) throws {
    _ = try Assembly.assemble(base: segment.base, segments: [segment.bytes])
  }

  /// The message of the error for `segment`.
  func refusal(_ segment: Fixture.Segment, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    let error = failure({ try check(segment) }, sourceLocation: sourceLocation)
    #expect(error?.code == .segment, sourceLocation: sourceLocation)
    return error?.message ?? ""
  }

  @Test func fittingSegmentIsAppendedUnchanged() throws {
    let segment = Fixture.Segment()
    let file = try Assembly.assemble(base: segment.base, segments: [segment.bytes])
    #expect(file.contents == segment.base + segment.bytes)
    #expect(try file.pages().count == 1)
    #expect(try file.object(PDFReference(4, 0)!).dictionary?["Type"].name == "Annot")
  }

  @Test func segmentsAreChained() throws {
    let first = Fixture.Segment()
    let second = Fixture.Segment(base: first.base + first.bytes, number: 5, size: 6)
    #expect(try Assembly.assemble(base: first.base, segments: [first.bytes, second.bytes]).sections.count == 3)
    let error = failure { _ = try Assembly.assemble(base: first.base, segments: [first.bytes, first.bytes]) }
    #expect(error?.message.hasPrefix("Segment 2: ") == true)
    expect(.segment) { _ = try Assembly.assemble(base: first.base, segments: [second.bytes, first.bytes]) }
  }

  @Test func segmentsForSameBaseCannotFollowEachOther() {
    let first = Fixture.Segment()
    let second = Fixture.Segment(object: "<</Type/Annot/Other true>>")
    let error = failure { _ = try Assembly.assemble(base: first.base, segments: [first.bytes, second.bytes]) }
    #expect(error?.message.contains("made for a base of another length") == true)
  }

  @Test func startxrefMustPointIntoSegment() {
    #expect(refusal(Fixture.Segment(startxrefShift: -200)).contains("base of another length"))
    #expect(refusal(Fixture.Segment(startxrefShift: 1_000_000)).contains("base of another length"))
    #expect(refusal(Fixture.Segment(startxrefShift: 1)).contains("No indirect object"))
    #expect(refusal(Fixture.Segment(startxrefShift: -1)).contains("white space"))
  }

  @Test func prevMustBePreviousStartxref() {
    let expected = Fixture.startxref(Fixture.table())
    let message = refusal(Fixture.Segment(previous: expected + 1))
    #expect(message.contains("/Prev is \(expected + 1)") && message.contains("is \(expected):"))
  }

  @Test func offsetsMustPointAtObjects() {
    #expect(refusal(Fixture.Segment(offsetShift: 1)).contains("should begin here"))
    #expect(refusal(Fixture.Segment(offsetShift: -1)).contains("outside the segment"))
    #expect(refusal(Fixture.Segment(number: 5, listedNumber: 4, size: 6)).contains("object 5 0 does"))
    #expect(refusal(Fixture.Segment(rows: "0000000009 00000 n \n")).contains("outside the segment"))
    #expect(refusal(Fixture.Segment(rows: "9999999999 00000 n \n")).contains("outside the segment"))
  }

  @Test func entriesMustBeTwentyBytes() {
    let offset = Fixture.row(Fixture.table().count)
    #expect(refusal(Fixture.Segment(rows: offset.dropLast(2) + "\n")).contains("20 bytes"))
  }

  @Test func generationsAreKept() {
    #expect(refusal(Fixture.Segment(generation: 1)).contains("generation 1; it should be 0"))
    #expect(refusal(Fixture.Segment(number: 3, generation: 1, object: "<</Type/Page>>")).contains("it should be 0"))
    #expect(refusal(Fixture.Segment(listedGeneration: 2)).contains("it should be 0"))
    #expect(refusal(Fixture.Segment(number: 4, listedNumber: 0)).contains("object 0"))
  }

  @Test func sizeMustCoverAllObjects() {
    #expect(refusal(Fixture.Segment(size: 3)).contains("below the 4"))
    #expect(refusal(Fixture.Segment(number: 9, size: 9)).contains("lists object 9"))
  }

  @Test func catalogMustNotChange() {
    #expect(refusal(Fixture.Segment(root: "/Root 4 0 R")).contains("4 0 R"))
    #expect(refusal(Fixture.Segment(root: "")).contains("/Root"))
  }

  @Test func firstIdentifierMustNotChange() {
    #expect(refusal(Fixture.Segment(trailer: "")).contains("/ID"))
    #expect(refusal(Fixture.Segment(trailer: "/ID[<00><00>]")).contains("another file"))
  }

  @Test func updateCannotEncrypt() {
    #expect(refusal(Fixture.Segment(trailer: Fixture.identifier + "/Encrypt 4 0 R")).contains("encrypt"))
  }

  @Test func unlistedBytesAreRefused() {
    #expect(refusal(Fixture.Segment(hidden: "5 0 obj<</JS(evil)>>endobj\n")).contains("belong to no object"))
    #expect(refusal(Fixture.Segment(tail: "%%EOF\nmore")).contains("follow"))
    #expect(refusal(Fixture.Segment(tail: "")).contains("%%EOF"))
    #expect(throws: Never.self) { try check(Fixture.Segment(hidden: "% a comment\n\n")) }
  }

  @Test func segmentObjectsMustBeWellFormed() {
    #expect(refusal(Fixture.Segment(object: "<</A")).contains("where a key must be") == false)
    #expect(refusal(Fixture.Segment(object: "<</Length 3>>\nstream\nabcd\nendstream")).contains("endstream"))
    #expect(refusal(Fixture.Segment(object: "")).contains("empty"))
  }

  @Test func twoUpdatesAreNotOneSegment() {
    let first = Fixture.Segment()
    let second = Fixture.Segment(base: first.base + first.bytes, number: 5, size: 6)
    expect(.segment) { _ = try Assembly.assemble(base: first.base, segments: [first.bytes + second.bytes]) }
  }

  /// Acrobat updates hybrid files with a table followed by an empty table that refers to the stream.
  @Test func emptyTableCanFollowUpdate() throws {
    let base = Fixture.table()
    let single = Fixture.Segment()
    let first = Fixture.startxref(base + single.bytes)
    let body = single.bytes.prefix(single.bytes.count - "startxref\n\(first)\n%%EOF\n".utf8.count)
    let second = base.count + body.count
    let trailer = "<</Size 5/Root 1 0 R/Prev \(first)\(Fixture.identifier)>>"
    let segment = Array(body) + Array("xref\n0 0\ntrailer\n\(trailer)\nstartxref\n\(second)\n%%EOF\n".utf8)
    let file = try Assembly.assemble(base: base, segments: [segment])
    #expect(file.sections.count == 3)
    #expect(try file.revisions().map(\.range.count) == [base.count, segment.count])
  }

  @Test func lineEndIsRequiredBeforeSegment() {
    var base = Fixture.table()
    base.removeLast()
    #expect(refusal(Fixture.Segment(base: base)).contains("line end"))
  }

  @Test func emptyAndCutSegmentsAreRefused() {
    let whole = Fixture.Segment()
    for count in 0..<whole.bytes.count - 1 {
      #expect(throws: PDFError.self) {
        try Assembly.assemble(base: whole.base, segments: [Array(whole.bytes.prefix(count))])
      }
    }
  }

  @Test func baseWithBrokenCrossReferenceIsRefused() {
    let base = Fixture.table().replacing("startxref\n", "startxref\n1")
    expect(.crossReference) { _ = try Assembly.assemble(base: base, segments: [Fixture.Segment().bytes]) }
  }
}
