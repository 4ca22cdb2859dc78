import Markup
import PDF

extension Metadata {
  /// Metadata completed with the document's title, language and `meta` elements (HTML 4.2.5.1).
  func filled(from document: Document) -> Metadata {
    var result = self
    let root = document.documentElement
    guard !root.isNone else { return result }
    if result.language.isEmpty {
      result.language = document.attribute(root, .lang) ?? document.attribute(root, .xmlLang) ?? ""
    }
    for child in document.children(of: root) where document.isElement(child, .head) {
      for element in document.children(of: child) { result.fill(from: element, of: document) }
    }
    return result
  }

  private mutating func fill(from element: NodeID, of document: Document) {
    if document.isElement(element, .title), title.isEmpty {
      title = Self.collapsed(document.textContent(element))
      return
    }
    guard document.isElement(element, .meta), let content = document.attribute(element, .content) else { return }
    let value = Self.collapsed(content)
    switch document.attribute(element, .name)?.lowercased() {
    case "author" where author.isEmpty: author = value
    case "description" where subject.isEmpty: subject = value
    case "keywords" where keywords.isEmpty:
      keywords = value.split(separator: ",").map { Self.collapsed(String($0)) }
    default: break
    }
  }

  /// The text with white space collapsed, at most 1000 characters.
  private static func collapsed(_ text: String) -> String {
    text.prefix(1000).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension PDFMetadata {
  init(_ metadata: Metadata) {
    var created = metadata.created
    created?.hasTime = true
    self.init(
      title: metadata.title, author: metadata.author, subject: metadata.subject,
      keywords: metadata.keywords.joined(separator: ", "), creator: "Pressrun", language: metadata.language,
      created: created?.text ?? "")
  }
}
