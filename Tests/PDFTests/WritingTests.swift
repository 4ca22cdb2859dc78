import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct WritingTests {
  private func written(_ object: PDFObject, _ layout: PDFSerializer.Layout = .spaced) -> String {
    var serializer = PDFSerializer(layout)
    serializer.write(object)
    return String(decoding: serializer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "(plain)"), ("a(b)\\", "(a\\(b\\)\\\\)"), ("é", "<FEFF00E9>"), ("😀", "<FEFFD83DDE00>"),
    ("a\nb", "<FEFF0061000A0062>"),
  ])
  func textIsLiteralOrUTF16(_ value: String, _ text: String) {
    #expect(written(.text(value)) == text)
  }

  @Test(arguments: [
    (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (1e-9, "0"), (12.3456, "12.346"), (1e300, "1000000"), (.nan, "0"),
    (0.05, "0.05"), (-0.0001, "0"), (0.001, "0.001"), (999_999.999, "999999.999"),
  ])
  func roundedNumbersHaveNoExponent(_ value: Double, _ text: String) {
    #expect(written(.rounded(value)) == text)
  }

  @Test func dictionariesAreWrittenInOneLineOrInSeveral() {
    let object: PDFObject = .dictionary(["A": .array([.integer(1), .string([0x0A])]), "B": .dictionary([:])])
    #expect(written(object) == "<< /A [1 <0A>] /B << >> >>")
    #expect(written(object, .lines) == "<</A [1 (\n)]\n/B <<>>>>")
  }

  /// Objects of one row, of several rows, and many that take more than one stream.
  @Test(arguments: [1, 3, 1000, 3000]) func objectsInRowsAreReadFromTheirStreams(_ count: Int) throws {
    func value(_ number: Int) -> PDFObject {
      .array((1...(number % 40 + 1)).map { .reference(to: number + $0) })
    }
    var rows = ObjectRows(width: 50)
    for number in 0..<count { rows.write(number + 10) { $0.write(value(number)) } }
    var read = 0
    for (stream, numbers) in rows.streams() {
      let decoded = try ObjectStream(stream, data: stream.decoded(limits: PDFLimits()), limits: PDFLimits())
      for number in numbers {
        #expect(try decoded.object(number)?.value == value(number - 10))
        read += 1
      }
    }
    #expect(read == count)
    #expect(rows.objects.allSatisfy { $0.value.last == UInt8(ascii: "]") })
  }

  @Test(arguments: [(0, 1, "0"), (7, 4, "   7"), (-12, 4, " -12"), (12345, 3, "12345"), (Int.min, 1, "\(Int.min)")])
  func numbersAreFilledUpWithSpaces(_ number: Int, _ digits: Int, _ text: String) {
    var serializer = PDFSerializer(.spaced)
    serializer.write(number, digits: digits)
    #expect(String(decoding: serializer.bytes, as: UTF8.self) == text)
  }

  /// Elements that are read back from the file: one with a long alternative text, which must not lengthen the rows of
  /// the others, and one with many kids.
  @Test func elementsInRowsAreThoseOfTheTree() throws {
    var tree = StructureTree(elements: [], contents: [])
    tree.elements.append(.init(type: .document, parent: 0, order: 0, attributes: [:]))
    for index in 1...100 {
      let alternative = String(repeating: "x", count: index == 1 ? 1 << 20 : 10)
      tree.elements.append(
        .init(type: .figure, parent: 0, order: UInt32(index), attributes: ["Alt": .text(alternative)]))
      tree.contents.append(.init(element: UInt32(index), order: UInt32(index), page: 0, identifier: Int32(index - 1)))
    }
    let drawing = PDFDrawing()
    drawing.addPage(ContentStream(), ContentResources(), width: 100, height: 100, hasTransparency: false)
    var contents = DocumentContents(pages: [PageContents()])
    contents.structure = tree
    let bytes = try DocumentWriter.write(contents, drawing: drawing)
    #expect(bytes.count < 20_000)
    let file = try PDFFile(bytes: bytes)
    let root = try #require(try file.resolve(file.catalog()["StructTreeRoot"]).dictionary)
    let document = try #require(try file.resolve(root["K"]).dictionary)
    let kids = try #require(document["K"].array)
    #expect(kids.count == 100)
    for (index, kid) in kids.enumerated() {
      let figure = try #require(try file.resolve(kid).dictionary)
      #expect(figure["S"] == .name("Figure") && figure["K"].array == [.integer(index)])
      #expect(figure["Alt"].string?.count == (index == 0 ? 1 << 20 : 10))
    }
    let parents = try #require(try file.resolve(root["ParentTree"]).dictionary)
    let nums = try #require(parents["Nums"].array)
    #expect(try nums[0] == .integer(0) && file.resolve(nums[1]).array == kids)
  }
}
