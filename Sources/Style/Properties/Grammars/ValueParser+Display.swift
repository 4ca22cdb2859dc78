/// The grammar of `display` (css-display-3 §2).
extension ValueParser {
  /// One keyword, or for inline list items a list of `list-item` and the outer display.
  mutating func display() -> Value? {
    guard let words = repeated(upTo: 3, { $0.ident() }) else { return nil }
    return words.count == 1 ? Self.singleDisplay(words[0]) : Self.display(words)
  }

  private static func singleDisplay(_ word: String) -> Value? {
    switch word {
    case "-webkit-flex": return .keyword(.flex)
    case "-webkit-inline-flex": return .keyword(.inlineFlex)
    case "-webkit-box", "-webkit-inline-box": return .identifier(word)
    case "run-in", "math", "ruby": return .keyword(.inline)
    case "ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container": return .keyword(.inline)
    case "flow": return .keyword(.block)
    // The names of earlier drafts.
    case "masonry": return .keyword(.gridLanes)
    case "inline-masonry": return .keyword(.inlineGridLanes)
    default: break
    }
    guard let keyword = Keyword.byName[word] else { return nil }
    switch keyword {
    case .none, .contents, .block, .inline, .inlineBlock, .listItem, .flowRoot, .table, .inlineTable, .tableRowGroup,
      .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn, .tableCaption,
      .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes:
      return .keyword(keyword)
    default: return nil
    }
  }

  /// The outer display, the inner display and `list-item`, in any order.
  private static func display(_ words: [String]) -> Value? {
    var isInline: Bool?
    var isListItem = false
    var inside: String?
    for word in words {
      switch word {
      case "block", "inline", "run-in":
        guard isInline == nil else { return nil }
        isInline = word != "block"
      case "list-item":
        guard !isListItem else { return nil }
        isListItem = true
      case "flow", "flow-root", "table", "flex", "grid", "grid-lanes", "ruby", "math":
        guard inside == nil else { return nil }
        inside = word
      default: return nil
      }
    }
    if isListItem {
      guard inside == nil || inside == "flow" || inside == "flow-root" else { return nil }
      let outer: Keyword = isInline != true ? .block : inside == "flow-root" ? .inlineBlock : .inline
      return .list([.keyword(.listItem), .keyword(outer)])
    }
    let outer = isInline ?? (inside == "ruby" || inside == "math")
    switch inside {
    case "flow-root": return .keyword(outer ? .inlineBlock : .flowRoot)
    case "table": return .keyword(outer ? .inlineTable : .table)
    case "flex": return .keyword(outer ? .inlineFlex : .flex)
    case "grid": return .keyword(outer ? .inlineGrid : .grid)
    case "grid-lanes": return .keyword(outer ? .inlineGridLanes : .gridLanes)
    default: return .keyword(outer ? .inline : .block)
    }
  }
}
