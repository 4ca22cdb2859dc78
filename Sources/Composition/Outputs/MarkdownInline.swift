/// The inline content of one paragraph as Markdown, with white space collapsed.
struct MarkdownInline {
  private(set) var text = ""

  /// Whether there is nothing but white space.
  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// The content on one line: line breaks become `replacement`.
  func line(breaks replacement: String) -> String { trimmed.replacing("\\\n", with: replacement) }

  var trimmed: String {
    var text = Substring(text)
    while let last = text.last, last.isWhitespace || text.hasSuffix("\\\n") { text.removeLast(last == "\n" ? 2 : 1) }
    return String(text.drop(while: \.isWhitespace))
  }

  /// Appends text of the document.
  mutating func append(_ source: String) {
    for scalar in source.unicodeScalars {
      switch scalar {
      case " ", "\n", "\t", "\u{C}", "\r":
        if let last = text.last, !last.isWhitespace { text += " " }
      // A soft hyphen permits a line break in a word; lines of Markdown end between words only.
      case "\u{AD}", "\u{200B}": break
      case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|":
        text += "\\"
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  mutating func breakLine() {
    while text.last == " " { text.removeLast() }
    text += "\\\n"
  }

  /// Encloses the text appended by `body` in delimiters. Spaces are placed outside, because delimiters next to spaces
  /// have no effect (CommonMark 0.31, section 6.2).
  mutating func enclose(in delimiter: String, _ body: (inout MarkdownInline) -> Void) {
    enclose(delimiter, { _ in delimiter }, body)
  }

  mutating func enclose(
    _ opening: String, _ closing: (_ content: String) -> String, _ body: (inout MarkdownInline) -> Void
  ) {
    var inner = MarkdownInline()
    body(&inner)
    let content = inner.trimmed
    guard !content.isEmpty else { return append(" ") }
    if inner.text.first?.isWhitespace == true { append(" ") }
    text += opening + content + closing(content)
    if inner.text.last?.isWhitespace == true { append(" ") }
  }

  /// Appends code. The delimiter is longer than every run of backticks in it (CommonMark 0.31, section 6.1).
  mutating func append(code: String) {
    let words = code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    let delimiter = String(repeating: "`", count: words.longestRun(of: "`") + 1)
    let padding = words.hasPrefix("`") || words.hasSuffix("`") ? " " : ""
    text += delimiter + padding + words + padding + delimiter
  }
}

extension String {
  /// The text with a backslash before each `|` that has none.
  var withEscapedBars: String {
    var text = UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "|", text.last != "\\" { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  func longestRun(of character: Character) -> Int {
    var longest = 0
    var run = 0
    for other in self {
      run = other == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// A line of a paragraph that no Markdown parser takes for a heading, a list item, a quotation or a rule.
  var escapedAtLineStart: String {
    guard let first else { return self }
    if "#+-=".contains(first) { return "\\" + self }
    let digits = prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, let next = dropFirst(digits.count).first, next == "." || next == ")" {
      return digits + "\\" + dropFirst(digits.count)
    }
    return self
  }
}
