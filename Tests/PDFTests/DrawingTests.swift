import TestTraits
import Testing

@testable import PDF

/// Content streams, and the objects of drawings.
@Suite(.hangLimit) struct DrawingTests {
  private func text(_ write: (ContentStream) -> Void) -> String {
    let stream = ContentStream(capacity: 1)
    write(stream)
    return String(decoding: stream.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0, 3, "0 "), (1.5, 3, "1.5 "), (-0.25, 3, "-.25 "), (12.3456, 3, "12.346 "), (-0.0001, 3, "0 "),
    (1e300, 3, "1000000 "),
    (.nan, 3, "0 "), (0.05, 3, ".05 "), (100, 3, "100 "), (0.123456, 5, "0.12346 "), (-0.5, 1, "-0.5 "),
    (7.25, 1, "7.3 "), (3, 6, "3 "), (.infinity, 5, "0 "), (999_999.9996, 3, "1000000 "),
  ])
  func numbersAreRounded(_ value: Double, _ decimals: Int, _ expected: String) {
    #expect(text { $0.append(value, decimals: decimals) } == expected)
  }

  /// A factor of a view box of a million units.
  @Test func smallFactorsOfMatricesKeepTheirDigits() {
    let matrix = PDFMatrix(a: 0.000_111_111, b: 0, c: -1.25, d: 100, e: 1.23456, f: 0)
    #expect(text { $0.append(matrix) } == "0.000111111 0 -1.25 100 1.235 0 ")
  }

  @Test func bytesOfStringsAreEscaped() {
    #expect(
      text { stream in for byte in Array("a(b)\\\r".utf8) { stream.append(stringByte: byte) } } == "a\\(b\\)\\\\\\r")
  }

  @Test func aByteIsInserted() {
    let result = text {
      $0.append("ac")
      $0.insert(UInt8(ascii: "b"), at: 1)
      $0.truncate(to: 2)
      $0.append("d")
    }
    #expect(result == "abd")
  }

  @Test func equalObjectsAreAddedOnce() {
    let drawing = PDFDrawing()
    let first = drawing.addShared(.dictionary(["A": .integer(1)]))
    #expect(drawing.addShared(.dictionary(["A": .integer(1)])) == first)
    #expect(drawing.addShared(.dictionary(["A": .integer(2)])) != first)
  }

  @Test func resourcesAreNamedByTheirObjects() {
    var resources = ContentResources()
    resources.add(.object, 12)
    resources.add(.object, 3)
    resources.add(.object, 12)
    resources.add(.font, 1)
    var serializer = PDFSerializer(.spaced)
    serializer.write(dictionary: resources.dictionary)
    #expect(
      String(decoding: serializer.bytes, as: UTF8.self)
        == "<< /Font << /F1 1 0 R >> /XObject << /X3 3 0 R /X12 12 0 R >> >>")
  }

  @Test func aDrawingHasAsManyPagesAsTheContents() {
    #expect(throws: PDFError.self) {
      try DocumentWriter.write(DocumentContents(pages: [PageContents()]), drawing: PDFDrawing())
    }
  }

  @Test func aPageOfAnotherFileBecomesAForm() throws {
    let drawing = PDFDrawing(conformance: try Conformance([.pdfA2b]))
    let content = ContentStream()
    content.append("0 0 5 5 re f")
    var other = ContentResources()
    let inner = PDFDrawing()
    let image = inner.add(JPEGImage(file: [0xFF, 0xD8], width: 1, height: 1, components: 3))
    other.add(.object, image)
    inner.addPage(content, other, width: 40, height: 30, hasTransparency: true)
    let file = try DocumentWriter.write(DocumentContents(pages: [PageContents()]), drawing: inner)
    let number = try drawing.add(firstPageOf: file)
    #expect(throws: PDFError.self) { try drawing.add(firstPageOf: [1, 2, 3]) }
    let copy = try drawing.file()
    let form = try #require(try copy.object(PDFReference(new: number)).stream)
    #expect(form.dictionary["BBox"] == .rectangle(PDFRectangle(x0: 0, y0: 0, x1: 40, y1: 30)))
    #expect(String(decoding: try form.decoded(limits: PDFLimits()), as: UTF8.self) == "0 0 5 5 re f")
    #expect(!form.dictionary["Group"].isNull)
    // The image is not smoothed in a file that conforms to a profile.
    let resources = try #require(try copy.resolve(form.dictionary["Resources"]).dictionary)
    let images = try #require(try copy.resolve(resources["XObject"]).dictionary)
    #expect(try copy.resolve(images[PDFName(stringLiteral: "X\(image)")]).dictionary?["Interpolate"] == .boolean(false))
  }

  /// A number that was reserved and not used is an object all the same: PDF/A-1 has no free entries but the first.
  @Test(arguments: [[], [ConformanceProfile.pdfA1b]]) func anUndefinedObjectIsNull(profiles: [ConformanceProfile])
    throws
  {
    let drawing = PDFDrawing(conformance: profiles.isEmpty ? nil : try Conformance(profiles))
    let number = drawing.reserve()
    #expect(try drawing.file().object(PDFReference(new: number)) == .null)
  }
}

extension PDFDrawing {
  /// Ends the drawing with an empty page, and reads its file.
  func file() throws -> PDFFile {
    addPage(ContentStream(), ContentResources(), width: 40, height: 30, hasTransparency: false)
    return try PDFFile(bytes: DocumentWriter.write(DocumentContents(pages: [PageContents()]), drawing: self))
  }
}
