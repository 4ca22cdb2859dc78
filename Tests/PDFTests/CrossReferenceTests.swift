import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct CrossReferenceTests {
  @Test(arguments: [
    (Fixture.table(), XRefSection.Kind.table), (Fixture.stream(), .stream), (Fixture.hybrid(), .hybrid),
  ])
  func everyKindOfSectionOpens(bytes: [UInt8], kind: XRefSection.Kind) throws {
    let file = try PDFFile(bytes: bytes)
    #expect(file.sections.map(\.kind) == [kind])
    let page = try #require(try file.page(0))
    #expect((page.width, page.height) == (200, 100))
    #expect(page.reference == PDFReference(3, 0))
  }

  @Test func offsetsCountFromTheHeader() throws {
    let bytes = Array("junk from a mail server\n".utf8) + Fixture.table()
    let file = try PDFFile(bytes: bytes)
    #expect(file.origin == 24)
    #expect(try file.pages().count == 1)
  }

  @Test func entriesOfAnotherLengthAreAccepted() throws {
    let file = try PDFFile(bytes: Fixture.table().replacing(" n \n", " n\n"))
    #expect(file.sections[0].isIrregular)
    #expect(try file.pages().count == 1)
  }

  @Test func theNewestSectionCounts() throws {
    let base = try PDFFile(bytes: Fixture.table())
    var writer = try AppendWriter(base: base)
    try writer.replace(
      PDFReference(3, 0)!,
      with: .dictionary(["Type": .name("Page"), "MediaBox": .array([0, 0, 7, 8].map { .integer($0) })]))
    let file = try PDFFile(bytes: Fixture.table() + writer.segment())
    #expect(try file.pages().map(\.height) == [8])
  }

  @Test func aFreedObjectIsNull() throws {
    let rows = "0000000000 00001 f \n"
    let segment = Fixture.Segment(number: 4, object: "null", listedNumber: 3, rows: rows, size: 5)
    let file = try PDFFile(bytes: Fixture.table() + segment.bytes)
    #expect(try file.object(PDFReference(3, 0)!) == .null)
  }

  @Test func anotherGenerationIsNull() throws {
    #expect(try PDFFile(bytes: Fixture.table()).object(PDFReference(3, 1)!) == .null)
  }

  @Test func aChainWithALoopIsAnError() throws {
    let base = Fixture.table()
    let own = base.count + "4 0 obj\n<</Type/Annot>>\nendobj\n".utf8.count
    let error = failure { _ = try PDFFile(bytes: base + Fixture.Segment(previous: own).bytes) }
    #expect(error?.code == .crossReference)
    #expect(error?.message.contains("is a loop") == true)
  }

  @Test func theLengthOfAChainIsLimited() {
    var limits = PDFLimits()
    limits.sections = 1
    expect(.limit) { _ = try PDFFile(bytes: Fixture.table() + Fixture.Segment().bytes, limits: limits) }
    limits = PDFLimits()
    limits.crossReferenceEntries = 3
    expect(.limit) { _ = try PDFFile(bytes: Fixture.table(), limits: limits) }
  }

  @Test func aWrongOffsetIsAnError() throws {
    let base = Fixture.table()
    let file = try PDFFile(bytes: base.replacing("0000000100", "0000000101").replacing("0000000098", "0000000099"))
    let error = failure {
      _ = try file.pages()
      _ = try PDFFile(bytes: base.replacing("0000000009", "0000000010"))
    }
    #expect(error?.code == .crossReference)
  }

  @Test func aFileThatIsNotAPDFIsAnError() {
    expect(.notPDF) { _ = try PDFFile(bytes: []) }
    expect(.notPDF) { _ = try PDFFile(bytes: Array("GIF89a".utf8)) }
    expect(.crossReference) { _ = try PDFFile(bytes: Array("%PDF-1.7\n".utf8)) }
  }

  @Test func numbersOutOfRangeAreErrors() {
    for (old, new) in [
      ("startxref\n", "startxref\n9"), ("startxref\n", "startxref\n-"), ("0 4\n", "2147483640 4\n"),
      ("0 4\n", "0 2147483647\n"),
    ] {
      expect(.crossReference) { _ = try PDFFile(bytes: Fixture.table().replacing(old, new)) }
    }
  }

  @Test func highObjectNumbersDoNotTakeMemory() throws {
    var table = XRefTable(fileSize: 1_000)
    try table.set(0x7FFF_FFFF, .inUse(offset: 5, generation: 0))
    #expect(table[0x7FFF_FFFF] == .inUse(offset: 5, generation: 0))
    #expect(table.highest == 0x7FFF_FFFF)
    expect(.limit) { for number in 1_000_000..<1_100_000 { try table.set(number, .free(generation: 0)) } }
  }

  /// Some readers ignore text after an entry on its line, others reject the table.
  @Test func commentsAfterEntriesAreErrors() throws {
    let bytes = Fixture.table().replacing(" 00000 n \n", " 00000 n by the way\n")
    let text = String(decoding: bytes, as: UTF8.self)
    let old = try #require(text.firstMatch(of: /startxref\n(\d+)/)?.1)
    let place = try #require(bytes.firstRange(of: Array("xref\n0".utf8))?.lowerBound)
    expect(.crossReference) { _ = try PDFFile(bytes: bytes.replacing("startxref\n\(old)", "startxref\n\(place)")) }
  }

  @Test func anObjectStreamCannotDependOnItself() throws {
    // The container's /Length is in the container.
    var objects = Fixture.onePage
    objects.append("999")
    let bytes = Fixture.stream(objects)
    let text = String(decoding: bytes, as: UTF8.self)
    let length = try #require(text.firstMatch(of: /First \d+\/Length (\d+)/)?.1)
    let spoilt = bytes.replacing("/Length \(length)>>", "/Length 4 0 R>>")
    expect(.crossReference) { _ = try PDFFile(bytes: spoilt) }
  }

  @Test func aChainOfIndirectLengthsIsLimited() throws {
    var objects = Fixture.onePage
    for index in 4..<40 { objects.append("<</Length \(index + 1) 0 R>>\nstream\n\nendstream") }
    let file = try PDFFile(bytes: Fixture.table(objects))
    expect(.limit) { _ = try file.object(PDFReference(4, 0)!) }
  }

  @Test func circularReferencesAreErrors() throws {
    let file = try PDFFile(bytes: Fixture.table(Fixture.onePage + ["5 0 R", "4 0 R"]))
    expect(.limit) { _ = try file.resolve(.reference(PDFReference(4, 0)!)) }
  }

  @Test func encryptionIsRecognised() throws {
    let encrypt = "/Encrypt<</Filter/Standard/V 2/R 3>>"
    let plain = try PDFFile(bytes: Fixture.table(trailer: encrypt))
    #expect(plain.isEncrypted)
    #expect(try plain.pages().count == 1)
    let compressed = try PDFFile(bytes: Fixture.stream(trailer: encrypt))
    expect(.encrypted) { _ = try compressed.pages() }
    expect(.encrypted) { _ = try AppendWriter(base: plain) }
  }
}
