import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct AppendWriterTests {
  @Test(arguments: [Fixture.table(), Fixture.stream(), Fixture.hybrid(), Array("junk\n".utf8) + Fixture.table()])
  func aNoteIsAppendedToEveryKindOfFile(base: [UInt8]) throws {
    let first = try Fixture.noteSegment(base)
    let second = try Fixture.noteSegment(base + first)
    let file = try Assembly.assemble(base: base, segments: [first, second])
    let page = try #require(try file.page(0))
    let annotations = try AppendWriter(base: file).annotations(of: page)
    #expect(annotations.count == 2)
    for annotation in annotations {
      let dictionary = try #require(try file.resolve(annotation).dictionary)
      #expect(dictionary["Contents"].string == Array("checked".utf8))
      #expect(dictionary["P"].reference == page.reference)
    }
    let isStream = try PDFFile(bytes: base).sections[0].kind == .stream
    #expect(file.sections[0].kind == (isStream ? .stream : .table))
    #expect(try QPDF.fault(in: base + first + second) == nil)
  }

  @Test func theSameUpdateGivesTheSameBytes() throws {
    #expect(try Fixture.noteSegment(Fixture.table()) == Fixture.noteSegment(Fixture.table()))
  }

  @Test func onlyTheSecondIdentifierChanges() throws {
    let base = Fixture.table()
    let one = try PDFFile(bytes: base + Fixture.noteSegment(base))
    let identifiers = try #require(one.trailer["ID"].array)
    let before = try #require(try PDFFile(bytes: base).trailer["ID"].array)
    #expect(identifiers[0] == before[0] && identifiers[1] != before[1])
    #expect(identifiers[1].string?.count == 16)
  }

  @Test func theTrailersEntriesAreCopied() throws {
    let base = Fixture.table(trailer: "/Info 3 0 R/Own(x)/Prev 0")
    let trailer = try PDFFile(bytes: base + Fixture.noteSegment(base)).trailer
    #expect(trailer["Info"] == .reference(PDFReference(3, 0)!))
    #expect(trailer["Own"].string == [0x78])
    #expect(trailer["Prev"].integer == Fixture.startxref(base))
    #expect(trailer["Size"].integer == 5)
  }

  @Test func aBaseWithoutFinalLineEndGetsOne() throws {
    let base = Array(Fixture.table().dropLast())
    let segment = try Fixture.noteSegment(base)
    #expect(segment.first == 0x0A)
    _ = try Assembly.assemble(base: base, segments: [segment])
  }

  @Test func sharedAnnotationArraysAreNotChanged() throws {
    let base = Fixture.table([
      "<</Pages 2 0 R>>", "<</Kids[3 0 R 4 0 R]/Count 2>>", "<</Annots 5 0 R>>", "<</Annots 5 0 R>>", "[6 0 R]",
      "<</Subtype/Link>>",
    ])
    let file = try PDFFile(bytes: base + Fixture.noteSegment(base))
    let writer = try AppendWriter(base: file)
    #expect(try file.pages().map { try writer.annotations(of: $0).count } == [2, 1])
  }

  @Test func onlyExistingObjectsCanBeReplaced() throws {
    var writer = try AppendWriter(base: PDFFile(bytes: Fixture.table()))
    expect(.crossReference) { try writer.replace(PDFReference(9, 0)!, with: .null) }
    expect(.crossReference) { try writer.replace(PDFReference(3, 1)!, with: .null) }
  }

  /// The search for a free number ends at the highest one.
  @Test func aSizeBeyondAllNumbersIsAnError() throws {
    let bytes = Fixture.table(trailer: "/Own 2147483647 0 R").replacing("/Size 4", "/Size \(Int.max)")
    expect(.limit) {
      var writer = try AppendWriter(base: PDFFile(bytes: bytes))
      _ = try writer.add(.null)
    }
  }

  @Test func newNumbersStayBelowTheLimit() throws {
    let base = Fixture.table().replacing("/Size 4/", "/Size 8388608/")
    expect(.limit) { _ = try Fixture.noteSegment(base) }
  }

  @Test func annotsOfAnotherTypeAreErrors() {
    let base = Fixture.table(["<</Pages 2 0 R>>", "<</Kids[3 0 R]/Count 1>>", "<</Annots<<>>>>"])
    expect(.pageTree) { _ = try Fixture.noteSegment(base) }
  }

  @Test func anEmptyUpdateIsValid() throws {
    for base in [Fixture.table(), Fixture.stream()] {
      let segment = try AppendWriter(base: PDFFile(bytes: base)).segment()
      _ = try Assembly.assemble(base: base, segments: [segment])
      #expect(try QPDF.fault(in: base + segment) == nil)
    }
  }
}
