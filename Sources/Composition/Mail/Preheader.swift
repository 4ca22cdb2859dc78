extension ContentElement {
  private static let preheaderLimit = 140
  /// Shorter paragraphs are lines such as the name of the author.
  private static let sentence = 60

  /// Inserts the preheader at the start of the body: a hidden text that mail programs show beside the subject in lists.
  /// Without it they show the first text of the body, such as the letterhead.
  /// - Parameter summary: the description of the document (`<meta name="description">`); if it is empty, the first
  ///   paragraph of a sentence or more is used.
  func addPreheader(_ summary: String) {
    let text = summary.isEmpty ? paragraph(ofAtLeast: Self.sentence) ?? paragraph(ofAtLeast: 1) ?? "" : summary
    guard !text.isEmpty else { return }
    let preheader = ContentElement("div", style: style)
    // Outlook for Windows does not support "display: none" everywhere.
    preheader.css = "display: none; max-height: 0; overflow: hidden; mso-hide: all"
    preheader.children = [.text(String(text.prefix(Self.preheaderLimit)))]
    children.insert(.element(preheader), at: 0)
  }

  /// The text of the first paragraph of at least so many characters, on one line.
  private func paragraph(ofAtLeast count: Int) -> String? {
    if name == "p" {
      let text = textContent.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.count < count ? nil : text
    }
    for element in elements { if let text = element.paragraph(ofAtLeast: count) { return text } }
    return nil
  }

  private var textContent: String {
    children.map { child in
      switch child {
      case .text(let text): text
      case .element(let element): element.textContent
      }
    }.joined()
  }
}
