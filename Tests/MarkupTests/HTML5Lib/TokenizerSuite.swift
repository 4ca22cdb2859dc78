import Foundation
import TestTraits
import Testing

@testable import Markup

/// The tokenizer cases of html5lib-tests.
@Suite("html5lib-tests: tokenizer", .hangLimit)
struct HTML5LibTokenizerTests {
  private static let files = TreeConstructionFile.names(in: "tokenizer", ext: ".test")

  @Test(arguments: files)
  func casesPass(name: String) throws {
    for item in try TokenizerFile(named: name).cases {
      for state in item.initialStates {
        let found = Self.tokens(item.source, state: state, lastStartTag: item.lastStartTag)
        #expect(Self.isEqual(found, item.tokens), "\(item.index) \(state): \(item.source.debugDescription): \(found)")
      }
    }
  }

  @Test func everyCaseIsAccountedFor() throws {
    let files = try Self.files.map { try TokenizerFile(named: $0) }
    let runs = files.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.initialStates.count } }
    #expect(runs == 7028)
    #expect(files.reduce(0) { $0 + $1.skipped } == 4)
  }

  private static func tokens(_ source: String, state: String, lastStartTag: String) -> [TokenizerFile.Token] {
    // The byte order mark is removed; another one is part of the text.
    let text = SourceText([0xEF, 0xBB, 0xBF] + Array(source.utf8), charset: nil, keepsNUL: true)
    var parser = HTMLParser(text, limits: Document.Limits())
    parser.rawTextEnd = parser.names.intern(lastStartTag.isEmpty ? "none" : lastStartTag)
    switch state {
    case "PLAINTEXT state": parser.contentModel = .plaintext
    case "RCDATA state": parser.contentModel = .rcdata
    case "RAWTEXT state": parser.contentModel = .rawtext
    case "Script data state": parser.contentModel = .script
    case "CDATA section state": parser.contentModel = .cdata
    default: parser.contentModel = .data
    }
    var tokens: [TokenizerFile.Token] = []
    while true {
      switch parser.nextToken() {
      case .end: return tokens
      case .text:
        let text = String(decoding: parser.text, as: UTF8.self)
        if case .text(let before)? = tokens.last {
          tokens[tokens.count - 1] = .text(before + text)
        } else {
          tokens.append(.text(text))
        }
      case .startTag:
        let attributes = parser.tagAttributes.map { attribute in
          let value = parser.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
          return (parser.names[attribute.name], String(decoding: value, as: UTF8.self))
        }
        tokens.append(
          .startTag(
            parser.names[parser.tag.name], attributes: Dictionary(uniqueKeysWithValues: attributes),
            isSelfClosing: parser.tag.isSelfClosing))
      case .endTag: tokens.append(.endTag(parser.names[parser.tag.name]))
      case .doctype(let quirks): tokens.append(.doctype(isQuirky: quirks == .full))
      }
    }
  }

  private static func isEqual(_ found: [TokenizerFile.Token], _ expected: [TokenizerFile.Token]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { found, expected in
        if case .doctype(nil) = expected, case .doctype = found { return true }
        return found == expected
      }
  }
}
