/// Generated content, counters and page references (css-content-3, css-lists-3, css-gcpm-3).
package struct ContentStyle: Hashable, Sendable {
  /// nil is `normal`; empty is `none`.
  package var content: [ContentItem]?
  package var counterReset: [CounterChange] = []
  package var counterIncrement: [CounterChange] = []
  package var counterSet: [CounterChange] = []
  package var stringSet: [StringSet] = []
  package var bookmarkLevel: Int32?
  package var bookmarkLabel: [ContentItem]?
  package var bookmarkOpen = true
  package init() {}

  /// Whether any counter property is set.
  package var changesCounters: Bool { !(counterReset.isEmpty && counterIncrement.isEmpty && counterSet.isEmpty) }
}

/// The name of a counter, and the number that it is set to or incremented by.
package struct CounterChange: Hashable, Sendable {
  package var name: String
  package var value: Int32
  package var direction = Direction.forward
  package init(name: String, value: Int32, direction: Direction = .forward) {
    self.name = name
    self.value = value
    self.direction = direction
  }

  /// The direction of a new counter (css-lists-3 §4.4).
  package enum Direction: UInt8, Hashable, Sendable {
    case forward, reversed
    /// `reversed(name)` without a number: the start value is computed so that the last item has the number 1.
    case reversedFromCount
  }
}

/// `string-set: name content-list`.
package struct StringSet: Hashable, Sendable {
  package var name: String
  package var items: [ContentItem]
  package init(name: String, items: [ContentItem]) {
    self.name = name
    self.items = items
  }
}

/// An item of a content list. `attr()` is already replaced by a string.
package indirect enum ContentItem: Hashable, Sendable {
  case string(String)
  case image(String)
  /// A gradient that replaces the content of an element.
  case gradient(BackgroundImage)
  case counter(name: String, style: String)
  case counters(name: String, separator: String, style: String)
  case openQuote, closeQuote, noOpenQuote, noCloseQuote
  /// `content(text | before | after | first-letter | marker)`.
  case elementText(ContentPart)
  /// `string(name, first | start | last | first-except)`.
  case namedString(name: String, position: NamedPosition)
  /// `element(name, …)`.
  case runningElement(name: String, position: NamedPosition)
  case targetCounter(url: String, name: String, style: String)
  case targetCounters(url: String, name: String, separator: String, style: String)
  case targetText(url: String, part: ContentPart)
  case leader(String)
  package enum ContentPart: UInt8, Hashable, Sendable { case text, before, after, firstLetter, marker }
  package enum NamedPosition: UInt8, Hashable, Sendable { case first, start, last, firstExcept }
}

extension ContentItem {
  /// The address that `target-*()` refers to.
  package var targetAddress: String? {
    switch self {
    case .targetCounter(let url, _, _), .targetCounters(let url, _, _, _), .targetText(let url, _): url
    default: nil
    }
  }
}
