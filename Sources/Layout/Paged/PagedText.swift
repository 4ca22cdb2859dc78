import Markup
import Style

/// The text of a named string or bookmark, which may contain page numbers.
struct PagedText {
  /// A piece of text, or a reference whose text is known after the pages are laid out.
  enum Part {
    case text(String)
    case reference(PageReference)
  }
  var parts: [Part] = []

  /// Whether the text is not known until the pages are.
  var hasReferences: Bool {
    parts.contains { if case .reference = $0 { true } else { false } }
  }

  /// The text with that of its references. White space is collapsed.
  func text(_ text: (PageReference) -> String) -> String {
    let texts = parts.map { part in
      switch part {
      case .text(let text): text
      case .reference(let reference): text(reference)
      }
    }
    return texts.joined().collapsingWhiteSpace
  }

  /// Replaces references by their texts, if these are not nil.
  mutating func resolve(_ text: (PageReference) -> String?) {
    for index in parts.indices {
      guard case .reference(let reference) = parts[index], let text = text(reference) else { continue }
      parts[index] = .text(text)
    }
  }
}

/// The text of an element that `string-set`, bookmarks and `target-*()` use.
struct GeneratedTexts {
  var bookmark: PagedText?
  var strings: [(name: String, text: PagedText)] = []

  var hasReferences: Bool { bookmark?.hasReferences == true || strings.contains { $0.text.hasReferences } }

  /// Replaces references by their texts, if these are not nil.
  mutating func resolve(_ text: (PageReference) -> String?) {
    bookmark?.resolve(text)
    for index in strings.indices { strings[index].text.resolve(text) }
  }
}
