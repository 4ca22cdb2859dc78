import Markup

/// Computed values of generated content and counters.
extension StyleComputer {
  /// nil for `normal` and `none`.
  func content(_ value: Value) -> [ContentItem]? {
    if case .content(let items) = value { return content(items) }
    return nil
  }

  func counters(_ value: Value) -> [CounterChange] {
    if case .counters(let changes) = value { return changes }
    return []
  }

  func stringSets(_ value: Value) -> [StringSet] {
    guard case .stringSets(let sets) = value else { return [] }
    return sets.map { StringSet(name: $0.name, items: content($0.items)) }
  }

  private func content(_ items: [SpecifiedContent]) -> [ContentItem] {
    items.map { item in
      switch item {
      case .item(let item): return item
      case .gradient(let gradient): return .gradient(self.gradient(gradient))
      case .attribute(let name, let fallback): return .string(attribute(name) ?? fallback)
      case .target(let item, let name, let fallback): return item.withURL(attribute(name) ?? fallback)
      }
    }
  }

  private func attribute(_ name: String) -> String? { element?.attribute(name) }
}

extension ContentItem {
  fileprivate func withURL(_ url: String) -> ContentItem {
    switch self {
    case .targetCounter(_, let name, let style): .targetCounter(url: url, name: name, style: style)
    case .targetCounters(_, let name, let separator, let style):
      .targetCounters(url: url, name: name, separator: separator, style: style)
    case .targetText(_, let part): .targetText(url: url, part: part)
    default: self
    }
  }
}
