import Markup
import Resources
import Style

/// Generated content: `::before`, `::after` and the items of content lists (css-content-3).
extension BoxTreeBuilder {
  mutating func buildPseudo(_ kind: PseudoElement.Kind, of node: NodeID, into parent: inout ContainerBuilder)
    throws(LayoutError)
  {
    guard let styleID = document.pseudoStyles[PseudoElement(node, kind)] else { return }
    let display = document[styleID].box.display
    guard display != .none, let content = document[styleID].content.content, !content.isEmpty || kind != .marker else {
      return
    }
    if document[styleID].box.pageName != nil { tree.usesNamedPages = true }
    depth += 1
    enterCounters(document[styleID].content, isListItem: display.isListItem, depth: depth, at: node)
    if kind == .before { recordCounters(styleID, from: node) }
    defer {
      counters.leave(depth: depth)
      depth -= 1
    }
    if display == .contents {
      // Its content is in an inline box without the properties of a box (css-display-3 §2.5).
      let inline = document.anonymousStyle(inheriting: styleID, display: .inline)
      openInline(style: inline, node: .none, in: &parent)
      addContent(content, style: styleID, of: node, isAfter: kind == .after, to: &parent)
      closeInline(in: &parent)
      return
    }
    if display == .inline, document[styleID].box.float == .none, !isOutOfFlow(styleID) {
      let onFirstLine = document.firstLines.pseudoStyles[PseudoElement(node, kind)]
      openInline(style: styleID, onFirstLine: onFirstLine, node: .none, in: &parent)
      addContent(content, style: styleID, of: node, isAfter: kind == .after, to: &parent)
      closeInline(in: &parent)
      return
    }
    let box = place(Box(kind: Self.kind(of: display), style: styleID), display: display, in: &parent)
    var inner = ContainerBuilder(container: box)
    let outerOwner = owner
    if owner.isNone, repeats(styleID) { owner = box }
    if display.isListItem {
      addMarker(to: box, node: node, style: markerStyle(ofPseudo: styleID), inside: &inner)
    }
    addContent(content, style: styleID, of: node, isAfter: kind == .after, to: &inner)
    owner = outerOwner
    finish(&inner)
    if tree[box].kind == .table { buildGrid(of: box) }
  }

  mutating func addContent(
    _ items: [ContentItem], style: StyleID, of node: NodeID, isAfter: Bool = false, to parent: inout ContainerBuilder
  ) {
    for item in items {
      if item.isObject {
        addObject(item, style: style, of: node, to: &parent)
      } else if !addReference(item, node: node, isAfter: isAfter, to: &parent) {
        let text = limited(text(of: item, style: style, node: node), at: node)
        addText(text.utf8, style: style, node: .none, to: &parent)
      }
    }
  }

  /// Adds an image, a gradient or a leader.
  private mutating func addObject(
    _ item: ContentItem, style: StyleID, of node: NodeID, to parent: inout ContainerBuilder
  ) {
    let location = document.document.place(node)
    guard let content = ReplacedContent(item, style: style, of: document, images, at: location) else { return }
    place(tree.objectBox(content, for: item, style: style, &document), display: .inline, in: &parent)
    guard case .leader = item else { return }
    let processing = TextProcessing(style, document.styles)
    withContent(&parent) { content in
      content.appendWordJoiner(processing)
      content.onFirstLine { $0.appendWordJoiner(processing) }
    }
  }

  /// The text of one item of a content list (css-content-3 §2), with the current counters and quotation depth.
  mutating func text(of item: ContentItem, style: StyleID, node: NodeID) -> String {
    switch item {
    case .string(let text): return text
    case .counter(let name, let counterStyle): return document.counterText(counters.value(name), style: counterStyle)
    case .counters(let name, let separator, let counterStyle):
      return counters.values(name).map { document.counterText($0, style: counterStyle) }.joined(separator: separator)
    case .openQuote:
      defer { counters.quoteDepth += 1 }
      return quote(style, at: counters.quoteDepth)?.x ?? ""
    case .closeQuote:
      // One without an opening quotation mark is not shown (CSS 2.2 §12.3.2).
      guard counters.quoteDepth > 0 else { return "" }
      counters.quoteDepth -= 1
      return quote(style, at: counters.quoteDepth)?.y ?? ""
    case .noOpenQuote:
      counters.quoteDepth += 1
      return ""
    case .noCloseQuote:
      counters.quoteDepth = max(0, counters.quoteDepth - 1)
      return ""
    case .elementText(let part): return text(part: part, of: node)
    case .targetText(let url, let part): return targets.nodes[url].map { text(part: part, of: $0) } ?? ""
    case .leader(let text): return text
    case .image, .gradient, .namedString, .runningElement, .targetCounter, .targetCounters: return ""
    }
  }

  /// Changes the depth of quotation marks as the content of a style does.
  mutating func passQuotes(of style: StyleID?) {
    for item in style.flatMap({ document[$0].content.content }) ?? [] {
      switch item {
      case .openQuote, .noOpenQuote: counters.quoteDepth += 1
      case .closeQuote, .noCloseQuote: counters.quoteDepth = max(0, counters.quoteDepth - 1)
      default: break
      }
    }
  }

  private func quote(_ style: StyleID, at level: Int) -> Pair<String>? {
    let quotes = document[style].text.quotes
    return quotes.isEmpty ? nil : quotes[min(level, quotes.count - 1)]
  }
}
