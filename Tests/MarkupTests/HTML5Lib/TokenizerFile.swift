import Foundation

/// One file of html5lib-tests' tokenizer cases.
struct TokenizerFile {
  enum Token: Equatable {
    case text(String)
    case startTag(String, attributes: [String: String], isSelfClosing: Bool)
    case endTag(String)
    /// Whether the document is to be in quirks mode by this token alone; `nil` if that depends on the identifiers.
    case doctype(isQuirky: Bool?)
  }

  struct Case {
    /// The position in the file, from 0.
    var index: Int
    var description: String
    var source: String
    /// The expected tokens without comments, which the tokenizer drops, and with adjacent texts joined.
    var tokens: [Token]
    var initialStates: [String]
    var lastStartTag: String
  }

  var cases: [Case] = []
  /// Cases with a lone surrogate, which UTF-8 cannot represent.
  private(set) var skipped = 0

  init(named name: String) throws {
    let file = TreeConstructionFile.folder.appendingPathComponent("tokenizer").appendingPathComponent(name)
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    for (index, object) in (content?["tests"] as? [[String: Any]] ?? []).enumerated() {
      let isEscaped = object["doubleEscaped"] as? Bool ?? false
      guard let source = Self.text(object["input"], isEscaped), let tokens = Self.tokens(object["output"], isEscaped)
      else {
        skipped += 1
        continue
      }
      cases.append(
        Case(
          index: index, description: object["description"] as? String ?? "", source: source, tokens: tokens,
          initialStates: object["initialStates"] as? [String] ?? ["Data state"],
          lastStartTag: object["lastStartTag"] as? String ?? ""))
    }
  }

  private static func tokens(_ object: Any?, _ isEscaped: Bool) -> [Token]? {
    var tokens: [Token] = []
    for item in object as? [[Any]] ?? [] {
      switch item[0] as? String {
      case "Character":
        guard let text = text(item[1], isEscaped) else { return nil }
        if case .text(let before)? = tokens.last {
          tokens[tokens.count - 1] = .text(before + text)
        } else {
          tokens.append(.text(text))
        }
      case "StartTag":
        guard let name = text(item[1], isEscaped) else { return nil }
        var attributes: [String: String] = [:]
        for (key, value) in item[2] as? [String: Any] ?? [:] {
          guard let key = text(key, isEscaped), let value = text(value, isEscaped) else { return nil }
          attributes[key] = value
        }
        tokens.append(.startTag(name, attributes: attributes, isSelfClosing: item.count > 3))
      case "EndTag":
        guard let name = text(item[1], isEscaped) else { return nil }
        tokens.append(.endTag(name))
      case "DOCTYPE":
        let isCorrect = item[4] as? Bool ?? false
        let hasIdentifiers = item[2] is String || item[3] is String
        let isHTML = item[1] as? String == "html"
        tokens.append(.doctype(isQuirky: !isCorrect || !isHTML ? true : hasIdentifiers ? nil : false))
      default: continue
      }
    }
    return tokens
  }

  /// A string, with its `\uXXXX` escapes replaced in cases that are escaped twice; `nil` for lone surrogates.
  private static func text(_ object: Any?, _ isEscaped: Bool) -> String? {
    guard let string = object as? String else { return nil }
    guard isEscaped else { return string }
    var units: [UInt16] = []
    var rest = Array(string.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75, rest.count >= 5,
        let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    return String(validating: units, as: UTF16.self)
  }
}
