import Layout
import Markup
import PDF
import PDFReading
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct StructureTests {
  /// The structure of an HTML document: the type of each element, indented by its depth.
  private func outline(_ html: String) throws -> [String] {
    let structure = DocumentStructure(try Document.parse(html: html))
    var depths: [Int] = [0]
    return structure.elements.enumerated().dropFirst().map { index, element in
      depths.append(depths[Int(element.parent)] + 1)
      return String(repeating: " ", count: depths[index] - 1) + "\(element.type.name)"
    }
  }

  @Test func headingsParagraphsAndListsHaveTheirTypes() throws {
    #expect(
      try outline("<h1>A</h1><p>B</p><ul><li>C</ul><dl><dt>D<dd>E</dl>") == [
        "H1", "P", "L", " LI", "  Lbl", "  LBody", "L", " LI", "  Lbl", "  LBody",
      ])
  }

  @Test func aTableHasRowsInItsGroups() throws {
    #expect(
      try outline("<table><caption>T</caption><thead><tr><th>A<tbody><tr><td>B</table>") == [
        "Table", " Caption", " THead", "  TR", "   TH", " TBody", "  TR", "   TD",
      ])
  }

  @Test func aLayoutTableIsTaggedAsDivisions() throws {
    #expect(
      try outline("<table role=presentation><tr><td>A<td><p>B</p><table><tr><td>C</table></table>") == [
        "Div", " P", "Div", " P", " Table", "  TBody", "   TR", "    TD",
      ])
  }

  @Test func textBesideBlocksIsAnAnonymousParagraph() throws {
    #expect(try outline("<div>one <b>two</b><p>three</p>four</div>") == ["P", "P", "P"])
    #expect(try outline("<blockquote> <p>text</p> </blockquote>") == ["BlockQuote", " P"])
  }

  @Test func linksAreKidsOfTheirParagraph() throws {
    #expect(try outline("<p>see <a href='#x'>there</a> or <a>here</a></p>") == ["P", " Link"])
  }

  @Test func imagesWithAnEmptyAlternativeAreArtifacts() throws {
    #expect(try outline("<p><img alt='A bridge'><img alt=''></p>") == ["P", " Figure"])
  }

  @Test(arguments: [
    ("<table><thead><tr><th>x</table>", "/Scope /Column"), ("<table><tr><th>x<td>y</table>", "/Scope /Row"),
    ("<table><tr><th>x<th>y</table>", "/Scope /Column"), ("<table><tr><th scope=row>x<th>y</table>", "/Scope /Row"),
  ])
  func headerCellsHaveAScope(html: String, expected: String) throws {
    let structure = DocumentStructure(try Document.parse(html: html))
    let cell = try #require(structure.elements.first { $0.type == .header })
    var serializer = PDFSerializer(.spaced)
    var rows: [NodeID: Bool] = [:]
    serializer.write(dictionary: structure.attributes(of: cell, &rows))
    #expect(String(decoding: serializer.bytes, as: UTF8.self).contains(expected))
  }

  /// The cells of a row were read again for each of its headers.
  @Test func longRowsOfHeadersTakeLittleTime() throws {
    let html = "<table><tr>" + String(repeating: "<th>", count: 200_000) + "</table>"
    let structure = DocumentStructure(try Document.parse(html: html))
    var rows: [NodeID: Bool] = [:]
    let attributes = structure.elements.filter { $0.type == .header }.map { structure.attributes(of: $0, &rows) }
    #expect(attributes.count == 200_000 && rows.count == 1)
  }

  /// Empty cells for missing columns: one for each of a few, and one for all of many (ISO 14289-1, 7.5).
  @Test func rowsAreCompleted() throws {
    func cells(_ html: String) throws -> [String] {
      let structure = DocumentStructure(try Document.parse(html: html))
      let elements = structure.elements.map {
        StructureTree.Element(type: $0.type, parent: $0.parent, order: $0.order, attributes: [:])
      }
      var tree = StructureTree(elements: ContiguousArray(elements), contents: [])
      for index in tree.elements.indices where tree.elements[index].type == .cell { tree.elements[index].isKept = true }
      StructureTables.complete(&tree, structure)
      return tree.elements[elements.count...].map { "\($0.attributes["A"].dictionary?["ColSpan"].integer ?? 1)" }
    }
    let few = "<table><tr><td><td><td><td rowspan=2><tr><td></table>"
    #expect(try cells(few) == ["1", "1"])
    #expect(try cells("<table><tr><td colspan=1000><tr><td><tr><td></table>") == ["999", "999"])
    #expect(try cells("<table><tr><td colspan=500><td rowspan=2><tr><td></table>") == ["499"])
  }

  // MARK: Painted

  private struct Tagged {
    var text: String
    /// The types of the structure elements, in file order.
    var types: [String]
  }

  private func painted(_ html: String, _ build: (inout Scene, Document) -> Void) throws -> Tagged {
    let document = try Document.parse(html: html)
    var scene = Scene(width: 100, height: 100)
    build(&scene, document)
    let file = try scene.painter.pdf(structure: DocumentStructure(document))
    let text = try unpackedText(file.bytes)
    return Tagged(text: text, types: structureTypes(text))
  }

  private func node(_ name: String, _ document: Document) -> NodeID {
    for index in document.nodes.indices where document.name(NodeID(UInt32(index))) == name {
      return NodeID(UInt32(index))
    }
    return .none
  }

  @Test func paintedContentBelongsToItsElement() throws {
    let tagged = try painted("<h1>x</h1><p><img alt='A bridge'></p>") { scene, document in
      let style = scene.style { _ in }
      guard let image = scene.images.image(Pictures.png) else { return }
      scene.add(Rect(0, 0, 10, 10), style, scene.image(image, in: Rect(0, 0, 10, 10)), node: node("img", document))
    }
    // The heading has no content and is left out.
    #expect(tagged.types == ["Document", "P", "Figure"])
    #expect(tagged.text.contains("/Alt (A bridge)"))
    #expect(tagged.text.contains("/MarkInfo << /Marked true >>"))
    #expect(tagged.text.contains("/StructParents 0"))
    #expect(tagged.text.contains("/K[0]"))
  }

  @Test func aLinkAnnotationBelongsToItsElement() throws {
    let tagged = try painted("<p><a href='https://example.org/'><img alt='x'></a></p>") { scene, document in
      let style = scene.style { _ in }
      guard let image = scene.images.image(Pictures.png) else { return }
      scene.add(Rect(0, 0, 10, 10), style, scene.image(image, in: Rect(0, 0, 10, 10)), node: node("img", document))
      scene.document.pages[0].links = [
        LinkArea(frame: Rect(0, 0, 10, 10), target: "https://example.org/", node: node("a", document))
      ]
    }
    #expect(tagged.types == ["Document", "P", "Link", "Figure"])
    #expect(tagged.text.contains("/Type/OBJR"))
    #expect(tagged.text.contains("/StructParent 1"))
  }

  @Test func repeatedContentIsAnArtifact() throws {
    let tagged = try painted("<table><thead><tr><th><img alt='x'></table>") { scene, document in
      let style = scene.style { _ in }
      guard let image = scene.images.image(Pictures.png) else { return }
      let (head, picture) = (node("thead", document), node("img", document))
      for _ in 0..<2 {
        scene.add(Rect(0, 0, 10, 10), style, node: head) {
          $0.add(Rect(0, 0, 10, 10), style, $0.image(image, in: Rect(0, 0, 10, 10)), node: picture)
        }
      }
    }
    #expect(tagged.text.split(separator: "/Type/MCR").count == 1)
    #expect(tagged.types == ["Document", "Table", "TBody", "TR", "TH", "Figure"])
  }

  @Test func withoutAStructureThereAreNoTags() throws {
    let file = try Scene(width: 10, height: 10).painter.pdf()
    #expect(!(try unpackedText(file.bytes)).contains("/StructTreeRoot"))
  }
}
