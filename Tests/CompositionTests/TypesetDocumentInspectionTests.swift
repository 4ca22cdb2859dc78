import TestTraits
import Testing

@testable import Composition

/// The boxes and the structure of a document, as tools show them.
@Suite(.hangLimit) struct TypesetDocumentInspectionTests {
  private func inspected(_ html: String, _ body: (TypesetDocument) throws -> Void) throws {
    var document = HTMLDocument(html: Array("<!DOCTYPE html>\n\(html)".utf8))
    document.name = "page.html"
    try body(try Typesetter().typeset(document, isInspected: true))
  }

  @Test func boxesAreThoseOfTheLayout() throws {
    let html = """
      <style>@page { size: 400px 300px; margin: 40px 30px 20px 10px; @top-center { content: 'x' } }
      body { margin: 0 } #a { margin: 5px; border: 2px solid; padding: 3px; height: 50px }</style>
      <div id=a class='b c'>x</div>
      """
    try inspected(html) { document in
      let outline = try document.outline(page: 0)
      #expect(outline.page.array == [0, 0, 400, 300])
      #expect(outline.area.array == [10, 40, 360, 240])
      #expect(outline.marginBoxes.count == 1)
      let box = try #require(outline.boxes.first { $0.name == "div#a.b.c" })
      #expect(box.place == "line 4:1")
      #expect(box.border.array == [15, 45, 350, 60])
      #expect(box.padding.array == [17, 47, 346, 56])
      #expect(box.content.array == [20, 50, 340, 50])
      #expect(throws: CompositionError.self) { try document.outline(page: 1) }
    }
  }

  @Test func boxesOfAPageThatIsShownTurnedAreTurned() throws {
    let html = """
      <style>@page { size: 400px 300px; margin: 10px 20px 30px 40px; page-orientation: rotate-right }</style>x
      """
    try inspected(html) { document in
      let outline = try document.outline(page: 0)
      #expect(outline.page.array == [0, 0, 300, 400])
      #expect(outline.area.array == [30, 40, 260, 340])
    }
  }

  @Test func theStructureHasTextInDocumentOrder() throws {
    let html = """
      <h1>Title</h1><p hidden>no</p><p>One <a href='https://example.com'>link</a></p>
      <ol><li>first<li>second</ol><img alt='A drawing' src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'>
      """
    try inspected(html) { document in
      let items = document.structureOutline()
      #expect(items.first == StructureLine(type: "Document", depth: 0, text: "", alternative: nil, page: nil))
      #expect(items.contains(.init(type: "H1", depth: 1, text: "Title", alternative: nil, page: 1)))
      #expect(items.contains(.init(type: "P", depth: 1, text: "One", alternative: nil, page: 1)))
      #expect(items.contains(.init(type: "Link", depth: 2, text: "link", alternative: nil, page: 1)))
      #expect(items.contains(.init(type: "Lbl", depth: 3, text: "1.", alternative: nil, page: 1)), "\(items)")
      #expect(items.contains(.init(type: "LBody", depth: 3, text: "second", alternative: nil, page: 1)))
      #expect(items.contains { $0.type == "Figure" && $0.alternative == "A drawing" })
      #expect(!items.contains { $0.text == "no" })
    }
  }

  @Test func aLimitCutsTheStructure() throws {
    try inspected(String(repeating: "<p>x", count: 100)) { document in
      #expect(document.structureOutline().count == 101)
      #expect(document.painterItems(limit: 10) == 10)
    }
  }
}

extension OutlineRect {
  fileprivate var array: [Double] { [x, y, width, height] }
}

extension TypesetDocument {
  fileprivate func painterItems(limit: Int) -> Int {
    inspection.map { painter.structureOutline($0.structure, limit: limit).count } ?? 0
  }
}
