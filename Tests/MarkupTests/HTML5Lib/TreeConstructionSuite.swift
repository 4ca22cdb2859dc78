import Foundation
import TestTraits
import Testing

@testable import Markup

/// The tree-construction cases of html5lib-tests.
@Suite("html5lib-tests: tree construction", .hangLimit)
struct HTML5LibTreeConstructionTests {
  private static let files = TreeConstructionFile.names(in: "tree-construction", ext: ".dat")

  @Test("Each file fails in the known cases only", arguments: files)
  func cases(name: String) throws {
    var failures: Set<Int> = []
    for item in try TreeConstructionFile(named: name).cases where !item.needsScripting {
      let expected = TreeNode.expected(item.tree)
      let parsed = try Self.parse(item.source)
      guard parsed != expected else { continue }
      failures.insert(item.index)
      if KnownFailures.treeConstruction[name]?.contains(item.index) != true {
        print(
          "\(name) \(item.index) \(item.source.debugDescription)\n  expected \(TreeNode.line(expected))\n  parsed   \(TreeNode.line(parsed))"
        )
      }
    }
    #expect(failures == KnownFailures.treeConstruction[name] ?? [])
  }

  @Test func everyCaseIsAccountedFor() throws {
    let cases = try Self.files.flatMap { try TreeConstructionFile(named: $0).cases }
    let scripted = cases.filter(\.needsScripting).count
    let failures = KnownFailures.treeConstruction.values.reduce(0) { $0 + $1.count }
    #expect(cases.count == 1764)
    #expect(scripted == 200)
    #expect(cases.count - scripted - failures == 1550)
  }

  private static func parse(_ source: String) throws -> [TreeNode] {
    // The byte order mark is removed; another one is part of the text.
    let text = SourceText([0xEF, 0xBB, 0xBF] + Array(source.utf8), charset: nil, keepsNUL: true)
    var parser = HTMLParser(text, limits: Document.Limits())
    parser.keepsTemplateContents = true
    return TreeNode.parsed(try parser.parse())
  }
}
