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
      let violations = try ConformanceCheck.violations(in: PDFBytes(bytes), profile, maximumDrawnBytes: 1 << 20)
      #expect(violations.contains { $0.places.contains { $0.hasSuffix("too often to be checked") } }, "\(profile)")
    }
  }

  /// White space before an object is read with it each time.
  @Test func whiteSpaceBeforeAnObjectCounts() throws {
    let count = 400
    let objects = [
      Fixture.onePage[0], "<</Type/Pages/Kids[\(String(repeating: "3 0 R ", count: count))]/Count \(count)>>",
      Fixture.onePage[2],
    ]
    var text = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      if index == 2 { text += String(repeating: " ", count: 2_000) }
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let rows = offsets.map { Fixture.row($0) }.joined()
    let trailer = "trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
    let end = "xref\n0 4\n0000000000 65535 f \n\(rows)\(trailer)"
    var limits = PDFLimits()
    limits.parsedBytes = 100_000
    let bytes = Array((text + end).utf8)
    #expect(try PDFFile(bytes: bytes).pages().count == count)
    expect(.limit) { _ = try PDFFile(bytes: bytes, limits: limits).pages() }
  }

  /// The search for signatures goes on after a field that cannot be read. Each field refers to the same large string,
  /// which does not end.
  @Test func ignoredErrorsDoNotCauseWorkWithoutLimit() throws {
    let fields = String(repeating: "<</T 4 0 R>>", count: 2_000)
    let open = "(" + String(repeating: "x", count: 50_000)
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(fields)]>>>>", Fixture.onePage[1], Fixture.onePage[2], open,
    ]
    var limits = PDFLimits()
    limits.parsedBytes = 100_000
    let bytes = Fixture.table(objects)
    let file = try PDFFile(bytes: bytes, limits: limits)
    #expect(try file.signatures().isSigned == false)
    #expect(file.parsedBytes > limits.parsedBytes && file.parsedBytes < limits.parsedBytes + 6 * bytes.count)
  }

  /// A page that uses one stream many times.
  @Test func theDecodedBytesOfAllStreamsAreLimited() throws {
    let content = "<</Length 9>>\nstream\n0 0 m 9 w\nendstream"
    let uses = String(repeating: "4 0 R ", count: 100)
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[\(uses)]>>"
    let bytes = Fixture.table([Fixture.onePage[0], Fixture.onePage[1], page, content])
    var limits = PDFLimits()
    let contents = try PDFFile(bytes: bytes).joined(Array(repeating: .reference(to: 4), count: 100))
    #expect(contents.count == 1_000)
    limits.decodedStream = 500
    let short = try PDFFile(bytes: bytes, limits: limits)
    expect(.limit) { _ = try short.joined(Array(repeating: .reference(to: 4), count: 100)) }
    // 64 times the length of the file is allowed in any case.
    limits.decodedContents = 0
    let file = try PDFFile(bytes: bytes, limits: limits)
    let stream = try #require(try file.object(PDFReference(4, 0)!).stream)
    expect(.limit) { for _ in 0...(64 * bytes.count / 9 + 1) { _ = try file.decode(stream) } }
    #expect(file.exceedsBudget)
  }

  /// Filter parameters can claim rows of a gigabyte.
  @Test func theRowsOfAPredictorAreNotLongerThanItsData() throws {
    let predictor = try Predictor([
      "Predictor": .integer(15), "Colors": .integer(32), "BitsPerComponent": .integer(16), "Columns": .integer(1 << 24),
    ])
    #expect(try predictor.undo([1, 7, 0, 1]) == [7, 0, 1])
  }

  /// Graphics states and operands of which there is no end.
  @Test(arguments: ["q ", "/A ", "[] ", "true ", "q Q ", "1 "])
  func operatorsWithoutEndAreChecked(text: String) throws {
    let content = String(repeating: text, count: 100_000) + "Q Q 0 g"
    let bytes = Fixture.table([
      Fixture.onePage[0], Fixture.onePage[1], "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
      "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
    ])
    let violations = try ConformanceCheck.violations(in: PDFBytes(bytes), .pdfA2b)
    #expect(violations.contains { $0.message.contains("nested deeper") } == (text == "q "))
  }

  /// Resources that content names many times were read each time, until reading took too much work.
  @Test func resourcesAreReadOnce() throws {
    let content = String(repeating: "/G gs ", count: 20_000)
    let bytes = Fixture.table([
      Fixture.onePage[0], Fixture.onePage[1],
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</ExtGState 5 0 R>>>>",
      "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
      "<</G 6 0 R\(String(repeating: " ", count: 60_000))>>", "<</Type/ExtGState/CA 1>>",
    ])
    let violations = try ConformanceCheck.violations(in: PDFBytes(bytes), .pdfA2b).map(\.description)
    #expect(!violations.contains { $0.contains("existing resources") || $0.contains("too much work") })
  }

  /// An inline image without data at the end of a form's content.
  @Test func contentThatEndsInAnInlineImageIsChecked() throws {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"
    let content = "<</Length 5>>\nstream\n/F Do\nendstream"
    let form = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>\nstream\nBI ID\nendstream"
    let bytes = Fixture.table([Fixture.onePage[0], Fixture.onePage[1], page, content, form])
    _ = try ConformanceCheck.violations(in: PDFBytes(bytes), .pdfA2b)
  }

  /// Ranges of widths, roles and arrays of kids that would take quadratic time or have no end.
  @Test func structuresThatContainThemselvesAreCheckedInLittleTime() throws {
    let roles = (0..<2_000).map { "/T\($0) /T\($0 + 1)" }.joined(separator: " ")
    let cells = String(repeating: "8 0 R ", count: 200)
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>>>", Fixture.onePage[1],
      Fixture.onePage[2], "<</Type/StructTreeRoot/K 5 0 R/RoleMap<<\(roles) /A /B /B /A /C /P>>>>",
      "[5 0 R 5 0 R 6 0 R]", "<</S/Table/P 4 0 R/K[7 0 R]>>", "<</S/TR/P 6 0 R/K[\(cells)]>>",
      "<</S/TD/P 7 0 R/A<</O/Table/ColSpan 4096>>>>",
    ]
    let violations = try ConformanceCheck.violations(in: PDFBytes(Fixture.table(objects)), .pdfUA1)
    #expect(violations.first { $0.message.hasPrefix("structure types must not be mapped in circles") }?.count == 2)
  }
}
