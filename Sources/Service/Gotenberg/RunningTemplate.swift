import Foundation

/// The content of a header or footer file. Elements of the classes `pageNumber`, `totalPages`, `date`, `title` and
/// `url` get their values.
struct RunningTemplate: Sendable {
  private let name: String
  private let body: String
  private let styles: [String]

  init(_ html: String, name: String) {
    self.name = name
    let (text, styles) = Self.withoutHiddenElements(html)
    self.styles = styles
    let tags = text.throughLastTag
    let shown = tags.replacing(
      /(?i)<!doctype[^>]*>|<\/?(html|head|body|meta|link|base)(?=[\s\/>])[^>]*>/, with: "")
    body = String(shown) + String(text[tags.endIndex...])
  }

  /// The text without `style`, `script` and `title` elements, and the style sheets in it. An element that does not end
  /// stays.
  ///
  /// An end tag that was not found is not looked for again, so that the time is proportional to the length of the text.
  private static func withoutHiddenElements(_ html: String) -> (text: String, styles: [String]) {
    var text = ""
    var styles: [String] = []
    var rest = html[...]
    var unclosed: Set<String> = []
    let startTag = /(?i)<(style|script|title)(?=[\s\/>])/
    let endTags: [String: Regex<Substring>] = [
      "style": /(?i)<\/style\s*>/, "script": /(?i)<\/script\s*>/, "title": /(?i)<\/title\s*>/,
    ]
    while let start = rest.firstMatch(of: startTag) {
      let name = start.output.1.lowercased()
      let content = rest[start.range.upperBound...]
      guard !unclosed.contains(name), let endTag = endTags[name], let end = content.firstMatch(of: endTag) else {
        unclosed.insert(name)
        text += rest[..<start.range.upperBound]
        rest = content
        continue
      }
      text += rest[..<start.range.lowerBound]
      let element = content[..<end.range.lowerBound]
      if name == "style", let bracket = element.firstIndex(of: ">") {
        styles.append(String(element[element.index(after: bracket)...]))
      }
      rest = content[end.range.upperBound...]
    }
    return (text + String(rest), styles)
  }

  var element: String { "<div id=\"\(name)\">\(body)</div>" }

  /// - Parameter place: `top` or `bottom`.
  func style(place: String, now: Date) -> String {
    let date = now.formatted(.iso8601.year().month().day())
    let own = styles.map { ScopedStyleSheet.scoped($0, to: "#" + name) }.joined(separator: "\n")
    return """
      #\(name) { position: running(\(name)); width: 100%; font-size: 10px }
      #\(name) .pageNumber::before { content: counter(page) }
      #\(name) .totalPages::before { content: counter(pages) }
      #\(name) .date::before { content: "\(date)" }
      @page { @\(place)-center { content: element(\(name)); width: 100% } }
      \(own)
      """
  }
}

extension String {
  /// The text up to its last `>`, after which no tag can end: a search for tags then takes time in proportion to its
  /// length.
  var throughLastTag: Substring { self[..<(lastIndex(of: ">").map { index(after: $0) } ?? startIndex)] }
}
