import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

/// Small files that would cause much work: a limit rejects each one in little time and memory.
@Suite(.hangLimit) struct HostileTests {
  @Test func flateDecodingIsLimited() throws {
    let file = try PDFFile(bytes: Fixture.withStream("/Filter/FlateDecode", Fixture.bomb(40 << 20)))
    let stream = try #require(try file.object(PDFReference(4, 0)!).stream)
    expect(.limit) { _ = try file.decode(stream) }
  }

  @Test func nestedFlateDecodingIsLimited() throws {
    let file = try PDFFile(bytes: Fixture.withStream("/Filter[/FlateDecode/FlateDecode]", Fixture.bomb(40 << 20)))
    let stream = try #require(try file.object(PDFReference(4, 0)!).stream)
    expect(.limit) { _ = try file.decode(stream) }
  }

  @Test func lzwAndRunLengthDecodingIsLimited() {
    expect(.limit) { _ = try RunLengthFilter.decode([UInt8](repeating: 0x81, count: 20_000), limit: 100_000) }
    expect(.limit) { _ = try ASCIIFilter.base85([UInt8](repeating: 0x7A, count: 50_000), limit: 100_000) }
  }

  @Test func theObjectCountOfAnObjectStreamIsLimited() {
    var limits = PDFLimits()
    limits.objectsPerStream = 2
    expect(.crossReference) {
      let file = try PDFFile(bytes: Fixture.stream(), limits: limits)
      _ = try file.pages()
    }
  }

  @Test func theDecodedBytesOfAllObjectStreamsAreLimited() throws {
    var limits = PDFLimits()
    limits.decodedTotal = 100
    expect(.limit) { _ = try PDFFile(bytes: Fixture.stream(), limits: limits).pages() }
  }

  @Test func repeatedParsingOfALargeObjectIsLimited() throws {
    let kids = String(repeating: "3 0 R ", count: 2_000)
    let huge = "[0 0 9 9 " + String(repeating: "(x)", count: 100_000) + "]"
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count 2000>>",
      "<</Type/Page/Parent 2 0 R/MediaBox 4 0 R/CropBox 4 0 R/Rotate 4 0 R>>", huge,
    ]
    var limits = PDFLimits()
    limits.parsedBytes = 1 << 20
    expect(.limit) { _ = try PDFFile(bytes: Fixture.table(objects), limits: limits).pages() }
  }

  @Test func theKidsOfNodesThatShareAnArrayAreLimited() {
    var limits = PDFLimits()
    limits.pages = 100
    let kids = String(repeating: "3 0 R ", count: 150)
    let objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]>>", "<</Type/Pages/Kids[4 0 R \(kids)]>>",
      "<</Type/Pages/Kids[5 0 R \(kids)]>>", "<</Type/Page>>",
    ]
    expect(.limit) { _ = try PDFFile(bytes: Fixture.table(objects), limits: limits).pages() }
  }

  @Test func nestedSectionsAreErrors() {
    var text = "%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n"
    var places: [Int] = []
    // Each trailer contains the next section in a string.
    for _ in 0..<40 {
      places.append(text.utf8.count)
      text += "xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev 0000000000/X("
    }
    text += String(repeating: ")>>\n", count: 40)
    var bytes = Array(text.utf8)
    for (index, place) in places.enumerated() where index + 1 < places.count {
      let digits = Array(String(places[index + 1]).utf8)
      let end = place + "xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev 0000000000".utf8.count
      bytes.replaceSubrange(end - digits.count..<end, with: digits)
    }
    expect(.crossReference) {
      _ = try PDFFile(bytes: bytes + Array("startxref\n\(places[0])\n%%EOF\n".utf8))
    }
  }

  @Test func theDecodedBytesOfCrossReferenceStreamsAreLimited() {
    var limits = PDFLimits()
    limits.decodedTotal = 10
    expect(.limit) { _ = try PDFFile(bytes: Fixture.stream(), limits: limits) }
  }

  @Test func deepNestingIsAnError() throws {
    let deep = String(repeating: "[", count: 100_000)
    let file = try PDFFile(bytes: Fixture.table(Fixture.onePage + [deep]))
    expect(.limit) { _ = try file.object(PDFReference(4, 0)!) }
    let dictionaries = String(repeating: "<</A", count: 100_000)
    let other = try PDFFile(bytes: Fixture.table(Fixture.onePage + [dictionaries]))
    expect(.limit) { _ = try other.object(PDFReference(4, 0)!) }
  }

  @Test(arguments: [
    "/Length 9223372036854775807", "/Length -9223372036854775808", "/Length 99999999999999999999999",
    "/Length 4 0 R", "/Length 1e99", "/Length 4294967296",
  ])
  func invalidLengthsAreErrors(length: String) throws {
    let bytes = Fixture.table(Fixture.onePage + ["<<\(length)>>\nstream\nx\nendstream"])
    let file = try PDFFile(bytes: bytes)
    #expect(throws: PDFError.self) { _ = try file.object(PDFReference(4, 0)!) }
  }

  @Test func hugeNumbersOnAPageDoNotTrap() throws {
    for value in [
      "99999999999999999999999999", "-0.0000000000000000000000001", "9223372036854775807", "-9223372036854775808",
      "4 0 R",
    ] {
      let page = "<</Type/Page/Parent 2 0 R/MediaBox[\(value) 0 \(value) \(value)]/Rotate \(value)/UserUnit \(value)>>"
      let file = try PDFFile(bytes: Fixture.table([Fixture.onePage[0], Fixture.onePage[1], page]))
      let found = try #require(try file.page(0))
      #expect(found.width.isFinite && found.height.isFinite && found.width > 0)
    }
  }

  @Test func theLengthOfStringsIsLimited() throws {
    var limits = PDFLimits()
    limits.string = 100
    let long = String(repeating: "a", count: 200)
    for text in ["(\(long))", "<\(long)>"] {
      let file = try PDFFile(bytes: Fixture.table(Fixture.onePage + [text]), limits: limits)
      expect(.limit) { _ = try file.object(PDFReference(4, 0)!) }
    }
  }

  @Test func formsThatDrawEachOtherAreNotCheckedWithoutEnd() throws {
    // Each of 20 forms draws the next one twice.
    let forms = (0..<20).map { index in
      let next = index < 19 ? "/Resources<</XObject<</F \(index + 6) 0 R>>>>" : ""
      return "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]\(next)/Length 13>>\nstream\n/F Do /F Do\n\n\nendstream"
    }
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"
    let content = "<</Length 5>>\nstream\n/F Do\nendstream"
    let bytes = Fixture.table([Fixture.onePage[0], Fixture.onePage[1], page, content] + forms)
    for profile in [ConformanceProfile.pdfA2b, .pdfUA1] {
      let findings = try ConformanceCheck.findings(in: PDFBytes(bytes), profile, maximumDrawnBytes: 1 << 20)
      #expect(findings.contains { $0.places.contains { $0.hasSuffix("too often to be checked") } }, "\(profile)")
    }
  }
}
