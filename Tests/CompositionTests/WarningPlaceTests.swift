import Testing

@testable import Composition

@Suite struct WarningPlaceTests {
  private func warnings(_ html: String) throws -> [Warning] {
    var document = HTMLDocument(html: Array(html.utf8))
    document.name = "report.html"
    return try Typesetter().set(document).warnings
  }

  @Test func ignoredCSSSaysFileLineAndColumn() throws {
    let html = """
      <!DOCTYPE html>
      <style>
        p { colour: red }
      </style>
      """
    #expect(try warnings(html).map(\.description).first?.hasPrefix("report.html:3:7: ") == true)
  }

  @Test func cssOnTheLineOfItsTagCountsFromTheLine() throws {
    #expect(try warnings("<!DOCTYPE html><style>p{colour:red}</style>").first?.column == 25)
  }

  @Test func missingImagesSayWhereTheyAreAskedFor() throws {
    let found = try warnings("<!DOCTYPE html>\n<p>x\n  <img src=nowhere.png alt=''>")
    #expect(found.map(\.description).first?.hasPrefix("report.html:3:3: 'nowhere.png': ") == true)
  }
}
