import Foundation
import PDFReading
import TestTraits
import Testing

@testable import Composition

/// The documents in docs/templates.md are set as it says, without warnings.
@Suite(.hangLimit, .needs("pdftotext", FileManager.default.fileExists(atPath: "/usr/bin/pdftotext")))
struct RecipeTests {
  struct Recipe: Sendable, CustomTestStringConvertible {
    var title: String
    var html: String
    var testDescription: String { title }
  }

  static let all: [Recipe] = {
    let text = (try? String(contentsOfFile: Project.root + "/docs/templates.md", encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n### ").dropFirst().compactMap { section in
      let parts = section.components(separatedBy: "```html\n")
      guard parts.count == 2, let title = section.split(separator: "\n").first,
        let html = parts[1].components(separatedBy: "```").first
      else { return nil }
      return Recipe(title: String(title), html: html)
    }
  }()

  /// The texts that each page of a recipe has, and after `!` texts that it does not have.
  private static let expected: [String: [[String]]] = [
    "Header on the first page only": [
      ["Meridian Press", "Hafenstrasse", "!Annual report"], ["Annual report", "!Hafenstrasse", "The other pages"],
    ],
    "Letterhead": [["Meridian Press", "Dear Ms", "Page 1 of 2"], ["!Meridian Press", "second page", "Page 2 of 2"]],
    "Totals carried forward": [
      ["!Brought", "Carried forward: 395.00", "Plates"],
      ["Brought forward: 395.00", "Total 500.00", "!Carried", "Item"],
    ],
    "Table of contents": [
      ["Setting up", "...", "2", "3", "4"], ["Unpack", "2"], ["Fill in ink"], ["Call us"],
    ],
    "Footnotes": [["Mostly of wood", "Toner is a powder"]],
    "Repeated table heads": [["Date", "Opening balance", "Page 1 of 2"], ["Date", "Closing balance", "Page 2 of 2"]],
    "Keeping together": [["Agreement", "!Signatures"], ["Signatures", "Hamburg", "Meridian Press"]],
  ]

  @Test func everyRecipeIsTested() {
    #expect(Set(Self.all.map(\.title)) == Set(Self.expected.keys))
  }

  @Test(arguments: all) func recipeIsSet(recipe: Recipe) throws {
    let rendered = try Typesetter().render(.html(HTMLDocument(html: Array(recipe.html.utf8))))
    #expect(rendered.warnings.map(\.description) == [])
    let pages = try pageTexts(rendered.pdf)
    let expected = try #require(Self.expected[recipe.title])
    #expect(pages.count == expected.count, "\(pages)")
    for (page, texts) in zip(pages, expected) {
      for text in texts {
        let isExcluded = text.hasPrefix("!")
        #expect(page.contains(isExcluded ? String(text.dropFirst()) : text) != isExcluded, "\(text) in \(page)")
      }
    }
  }
}
