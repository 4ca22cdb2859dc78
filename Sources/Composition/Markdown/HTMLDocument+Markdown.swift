extension HTMLDocument {
  /// Marks of Markdown in one document.
  private static let markLimit = 1000

  /// Replaces each `{{ toHTML "notes.md" }}` in the HTML by the content of that file as HTML, as Gotenberg does.
  /// - Throws: `CompositionError` if the HTML is not UTF-8, names a missing file, or has anything else between `{{` and
  ///   `}}`.
  package mutating func expandMarkdown() throws(CompositionError) {
    guard let text = String(validating: html, as: UTF8.self) else {
      throw CompositionError(.notText, "the HTML must be UTF-8 if it includes Markdown")
    }
    var result = ""
    var rest = text[...]
    var count = 0
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      guard let mark = rest[open.lowerBound...].prefixMatch(of: /\{\{\s*toHTML\s+"([^"]+)"\s*\}\}/) else {
        throw CompositionError(
          .invalidValue, "expected {{ toHTML \"FILE.md\" }} after {{",
          at: "line \(Self.line(of: open.lowerBound, in: text))")
      }
      let name = String(mark.output.1)
      guard let file = files?[name] else {
        throw CompositionError(.invalidValue, "the file was not sent", at: name)
      }
      count += 1
      guard count <= Self.markLimit else {
        throw CompositionError(.limitExceeded, "Markdown is included more than \(Self.markLimit) times")
      }
      result += try Markdown.html(file, name: name)
      guard result.utf8.count <= 256 << 20 else {
        throw CompositionError(.limitExceeded, "the included Markdown makes more than 256 MB of HTML")
      }
      rest = rest[mark.range.upperBound...]
    }
    html = Array((result + rest).utf8)
  }

  private static func line(of index: String.Index, in text: String) -> Int {
    text[..<index].utf8.count { $0 == UInt8(ascii: "\n") } + 1
  }
}
