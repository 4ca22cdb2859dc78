import Style

/// Quotation marks by nesting depth (css-content-3 §3.2).
struct QuoteDepth {
  let pairs: [Pair<String>]
  var depth = 0

  /// The text of a quote; nil for all other items.
  mutating func text(of item: ContentItem) -> String? {
    switch item {
    case .openQuote:
      defer { depth += 1 }
      return pair?.x ?? ""
    case .closeQuote:
      depth = max(0, depth - 1)
      return pair?.y ?? ""
    case .noOpenQuote:
      depth += 1
      return ""
    case .noCloseQuote:
      depth = max(0, depth - 1)
      return ""
    default: return nil
    }
  }

  private var pair: Pair<String>? { pairs.isEmpty ? nil : pairs[min(depth, pairs.count - 1)] }

  init(pairs: [Pair<String>]) { self.pairs = pairs }
}
