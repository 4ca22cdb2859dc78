import Diagnostics
import Layout
import Markup
import Style

/// The content of margin boxes: text, fields with page numbers and repeated headings, and pictures.
extension Converter {
  /// The content of a margin box in a line.
  func marginContent(_ style: StyleID) -> [Inline] {
    let format = RunFormat(role: CharacterRole(), properties: characters(style))
    var content: [Inline] = []
    for item in self[style].content.content ?? [] {
      switch item {
      case .string(let text): content += Self.lines(transformed(text, style), format)
      case .counter("page", let name), .counters("page", _, let name):
        content.append(.field(Field(instruction: "PAGE" + Self.fieldFormat(name), result: "1"), format))
      case .counter("pages", let name), .counters("pages", _, let name):
        content.append(.field(Field(instruction: "NUMPAGES" + Self.fieldFormat(name), result: "1"), format))
      case .namedString(let name, _): content += named(name, format)
      case .image(let address):
        guard let image = images.image(address) else { break }
        let info = images.info(image).scaled(to: self[style].text.images.resolution)
        content.append(
          .picture(
            Picture(
              image: image, width: info.width, height: info.height, description: "", name: "Picture \(image.index + 1)"),
            format))
      case .runningElement: break
      default:
        warn("word_margin_content", "Word cannot compute a part of the page margin's content; it is left out", .none)
      }
    }
    return content
  }

  private static func lines(_ text: String, _ format: RunFormat) -> [Inline] {
    var content: [Inline] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { content.append(.lineBreak(format)) }
      if !line.isEmpty { content.append(.text(String(line), format)) }
    }
    return content
  }

  /// A named string: a field that repeats the text of a heading, or its first value.
  private func named(_ name: String, _ format: RunFormat) -> [Inline] {
    let entries = strings.filter { $0.value.contains { $0.name == name } }.sorted { $0.key < $1.key }
    guard let first = entries.first, let text = first.value.first(where: { $0.name == name })?.text else { return [] }
    let source = document.document
    let levels = Set(entries.map { entry in headingLevel(of: entry.key) })
    let isOwnText = entries.allSatisfy { entry in
      let own = source.textContent(entry.key).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return entry.value.contains { $0.name == name && $0.text == own }
    }
    if isOwnText, levels.count == 1, let level = levels.first ?? nil {
      return [.field(Field(instruction: "STYLEREF \(level)", result: text), format)]
    }
    if entries.count > 1 {
      warn(
        "word_named_string",
        "Word repeats only the text of headings in page margins; \(Quotation.of(name)) keeps its first value", .none)
    }
    return [.text(text, format)]
  }

  private func transformed(_ text: String, _ style: StyleID) -> String {
    let transform = self[style].text.textTransform
    if transform.contains(.uppercase) { return text.uppercased() }
    return transform.contains(.lowercase) ? text.lowercased() : text
  }

  private func headingLevel(of node: NodeID) -> Int? {
    if case .heading(let level) = base(of: node, BlockContext(width: 0)) { level } else { nil }
  }
}
