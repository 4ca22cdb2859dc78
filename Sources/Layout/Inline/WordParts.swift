import Style

/// The parts of a word in different inline boxes, which permit different breaks within it.
///
/// The style of the text determines whether a line may end between two characters; between two boxes, that of the
/// nearest box around both (css-text-3 §5.1).
struct WordParts {
  struct Permission {
    /// The word may be broken after any character if it does not fit.
    var breaksAnywhere: Bool
    /// The same, also for its min-content width.
    var shrinks: Bool
    var hyphenates: Bool

    init(_ style: StyleID, _ styles: ContiguousArray<ComputedStyle>) {
      let rule = BreakRule(styles, style)
      let wraps = styles[Int(style.index)].text.whiteSpace.wraps
      breaksAnywhere = wraps && rule.breaksWords
      shrinks = wraps && rule.shrinksWords
      hyphenates = wraps && rule.hyphenates
    }
  }

  private struct Part {
    var start: UInt32
    var box: UInt32
    var permission: Permission
  }

  private let nesting: InlineNesting
  private let styles: ContiguousArray<ComputedStyle>
  private var parts: ContiguousArray<Part> = []

  init(_ word: Word, _ content: InlineContent, _ styles: ContiguousArray<ComputedStyle>) {
    nesting = InlineNesting(boxes: content.boxes, rootStyle: content.rootStyle)
    self.styles = styles
    var first = Int(word.items.lowerBound)
    // Text that begins before the word.
    while first > 0, first >= content.items.count || content.items[first].bytes.lowerBound > word.bytes.lowerBound {
      first -= 1
      if content.items[first].kind == .text { break }
    }
    for item in content.items[first..<max(first, Int(word.items.upperBound))]
    where item.kind == .text && item.bytes.upperBound > word.bytes.lowerBound {
      add(item)
    }
  }

  private mutating func add(_ item: InlineItem) {
    guard parts.last?.box != item.box else { return }
    parts.append(
      Part(start: item.bytes.lowerBound, box: item.box, permission: Permission(nesting.style(of: item.box), styles)))
  }

  /// The breaks that are permitted before a byte.
  func permission(before byte: UInt32) -> Permission {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start <= byte { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return parts.first?.permission ?? Permission(nesting.rootStyle, styles) }
    let part = parts[low - 1]
    guard low > 1, part.start == byte else { return part.permission }
    return Permission(nesting.style(of: nesting.commonBox(parts[low - 2].box, part.box)), styles)
  }
}
