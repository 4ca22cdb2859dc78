import Foundation

/// A style sheet whose rules are limited to the descendants of an element.
enum ScopedStyleSheet {
  /// Prefixes each selector; `html`, `body` and `:root` become the element. Rules that begin with @ are left out.
  static func scoped(_ css: String, to scope: String) -> String {
    // A comment that does not end would be looked for at each of its characters.
    let lastComment = css.range(of: "*/", options: .backwards)?.upperBound ?? css.startIndex
    let text = String(css[..<lastComment].replacing(/(?s)\/\*.*?\*\//, with: "")) + String(css[lastComment...])
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let selectors = rest[..<open].trimmingCharacters(in: .whitespacesAndNewlines)
      guard let close = end(of: rest[open...]) else { break }
      if !selectors.hasPrefix("@") {
        let scoped = selectors.split(separator: ",").map { prefixed($0.trimmingCharacters(in: .whitespaces), scope) }
        result += scoped.joined(separator: ", ") + " " + rest[open...close] + "\n"
      }
      rest = rest[rest.index(after: close)...]
    }
    return result
  }

  private static func prefixed(_ selector: String, _ scope: String) -> String {
    for root in ["html body", "html", "body", ":root"] where selector.lowercased().hasPrefix(root) {
      let after = selector.dropFirst(root.count)
      if after.first.map({ !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }) ?? true { return scope + after }
    }
    return scope + " " + selector
  }

  /// The brace that closes the block at the start of `text`.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
