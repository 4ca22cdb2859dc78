import Foundation
import ProgramTesting
import TestTraits
import Testing

@testable import Composition

/// The text of a tagged PDF's structure, as screen readers get it, by poppler's `pdfinfo -struct-text`.
@Suite(.hangLimit) struct TaggedTextTests {
  private func read(_ html: String, _ tool: [String] = ["pdfinfo", "-struct-text"]) throws -> [String] {
    var document = HTMLDocument(html: Array("<!DOCTYPE html><style>\(Self.css)</style>\(html)".utf8))
    document.isTagged = true
    let pdf = try Typesetter().render(.html(document)).pdf
    let data = try TestProgram.output(of: pdf) { tool + [$0] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static let css =
    "@page { size: 400px 300px; margin: 10px } body { font: 16px/20px 'Liberation Mono'; margin: 0 } p { margin: 0 }"

  @Test func wordsAreSeparatedAtLineEnds() throws {
    let text = try read("<p style='width: 100px'>one two three four five six</p>")
    #expect(text.contains("\"one two three four five six\""))
  }

  /// Regression: Cairo ignores tags and their ends within a clip that leaves nothing of the page. The tags around it
  /// were then not balanced, and the page failed.
  @Test(arguments: [
    "overflow: hidden; height: 0", "clip-path: inset(50%)", "clip-path: circle(0)",
    "clip-path: inset(50%); opacity: 0.5",
    "position: absolute; clip: rect(0, 0, 0, 0)", "position: relative; left: -5000px; overflow: hidden",
    "transform: translate(-5000px); overflow: hidden",
  ])
  func contentThatIsClippedAwayKeepsTheTagsAroundIt(style: String) throws {
    let text = try read("<p>one</p><div style='\(style)'>two<p>three</p></div><p>four</p>")
    #expect(text.filter { $0.hasPrefix("\"") } == ["\"one\"", "\"four\""])
    let first = try read("<div style='\(style)'>two<p>three</p></div><p>four</p>")
    #expect(first.filter { $0.hasPrefix("\"") } == ["\"four\""])
  }

  /// Marked content begins and ends within text objects. What interrupts a text object, interrupts the content.
  @Test(arguments: [
    "one two three four", "one <u>two</u> three four", "one two three <b style='opacity:.5'>four</b>",
    "one <span style='display:inline-block;overflow:hidden'>two</span> three four",
    "one <b style='background:yellow;border:1px solid'>two</b> three<s> four</s>",
    "one <b style='text-shadow:1px 1px 2px red'>two</b> three <b style='display:inline-block;transform:rotate(9deg)'>four</b>",
    "<b style='opacity:.5'>one two</b> three <svg width=9 height=9><rect width=9 height=9 /></svg> four",
    "<b style='clip-path:inset(0);display:inline-block'>one</b> two three four",
  ])
  func contentContinuesAfterOtherPainting(content: String) throws {
    let words = try read("<p>before</p><p>\(content)</p><p>after</p>").filter { $0.hasPrefix("\"") }.joined()
    #expect(words.split { !$0.isLetter } == ["before", "one", "two", "three", "four", "after"])
    let document = "<title>T</title><p>before</p><p>\(content.replacing("<svg", with: "<svg aria-label=a"))</p>"
    var source = HTMLDocument(html: Array("<!DOCTYPE html><html lang=en>\(document)".utf8))
    source.conform(to: try ConformanceRequest(named: "pdf/a-2a,pdf/ua-1"))
    #expect(try Typesetter().render(.html(source)).warnings.isEmpty)
  }

  @Test func wordsAreSeparatedAcrossPages() throws {
    let words = (1...200).map { "word\($0)" }.joined(separator: " ")
    #expect(try read("<p>\(words)</p>").joined().replacing("\"\"", with: "").contains("\"\(words)\""))
  }

  @Test func forcedBreaksSeparateWords() throws {
    #expect(try read("<p>one<br>two</p>").contains("\"one two\""))
    #expect(try read("<pre>one\ntwo</pre>").contains("\"one two\""))
  }

  @Test func blocksOfOneCellAreSeparated() throws {
    #expect(try read("<table><tr><td><div>one</div><div>two</div></table>").contains("\"one two\""))
  }

  @Test func automaticHyphensAreNotInText() throws {
    let text = try read("<p lang=en style='width: 60px; hyphens: auto'>regulation</p>")
    #expect(text.contains { $0.replacing("\u{AD}", with: "") == "\"regulation\"" }, "\(text)")
  }

  @Test func explicitHyphensAreInText() throws {
    #expect(try read("<p style='width: 60px'>well-known</p>").contains("\"well-known\""))
  }

  @Test func listsHaveLabels() throws {
    let text = try read("<ol><li>one<li>two</ol>")
    let joined = text.joined(separator: " ")
    #expect(joined.contains("Lbl (block) \"1. \" LBody (block) \"one\""), "\(joined)")
  }
}
