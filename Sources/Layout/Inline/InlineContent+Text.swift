import Style

/// The properties needed to collect text, to avoid passing a whole style.
struct TextProcessing {
  var whiteSpace: TextStyle.WhiteSpace
  var transform: TextStyle.TextTransform
  /// BCP 47; transforms depend on it.
  var language: String

  init(_ style: StyleID, _ styles: ContiguousArray<ComputedStyle>) {
    let index = Int(style.index)
    whiteSpace = styles[index].text.whiteSpace
    transform = styles[index].text.transformOfText
    language = styles[index].text.language
  }
}

/// Collecting an inline formatting context. White space is processed while text is added (css-text-4 §4).
extension InlineContent {
  /// Whether it contains anything but collapsed white space: text, an object, or an inline box.
  var hasContent: Bool { hasText || items.contains { $0.kind != .text } }

  /// Whether it contains text other than collapsed white space, or an object in the text.
  var hasText: Bool {
    let count = bytes.count - rootControlCount
    return hadText || count > 1 || (count == 1 && !endsWithCollapsibleSpace)
  }

  /// Whether it contains only white space, collapsed or preserved.
  var isWhiteSpace: Bool {
    items.allSatisfy { $0.kind == .text }
      && bytes.dropFirst(rootControlCount).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  private var endsWithCollapsibleSpace: Bool { bytes.last == 0x20 && isAfterSpace }

  mutating func append(
    text: some Collection<UInt8>, _ processing: TextProcessing, box: UInt32, keepsSpaces: Bool = false
  ) {
    let start = UInt32(bytes.count)
    let space = processing.whiteSpace
    if keepsSpaces || !space.collapsesSpaces {
      appendPreserved(text, keepsBreaks: !space.collapsesNewlines)
    } else {
      appendCollapsed(text, keepsNewlines: !space.collapsesNewlines)
    }
    if !processing.transform.isEmpty, bytes.count > start { transform(from: Int(start), processing) }
    guard bytes.count > start else { return }
    if start == 0, rootControlCount > 0 { insertRootControls() }
    items.append(InlineItem(kind: .text, bytes: start..<UInt32(bytes.count), box: box))
  }

  /// Inserts the controls before the first text, whose item is not added yet.
  private mutating func insertRootControls() {
    bytes.insert(contentsOf: detail.rootControls, at: 0)
    guard let origins = detail.origins[UInt32(items.count)] else { return }
    let count = UInt32(rootControlCount)
    detail.origins[UInt32(items.count)] = Array(0..<count) + origins.map { $0 + count }
  }

  /// - Parameter keepsBreaks: segment breaks and tabs are preserved; otherwise they become spaces (`preserve-spaces`).
  private mutating func appendPreserved(_ text: some Collection<UInt8>, keepsBreaks: Bool) {
    guard !text.isEmpty else { return }
    var previous: UInt8 = 0
    isAfterSpace = false
    for byte in text {
      switch byte {
      // CR LF is a single line feed, which the CR has added.
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0C, 0x0D: bytes.append(keepsBreaks ? 0x0A : 0x20)
      case 0x09: bytes.append(keepsBreaks ? 0x09 : 0x20)
      default: bytes.append(byte)
      }
      previous = byte
    }
  }

  private mutating func appendCollapsed(_ text: some Collection<UInt8>, keepsNewlines: Bool) {
    var pendingSpace = false
    var endsSegment = false
    // The spaces for segment breaks that may have to be removed.
    var segmentBreaks: [Int] = []
    // A collapsible space is removed at the start of the content and after another one (css-text-4 §4.1.1).
    var afterSpace = isAfterSpace
    // Not for later additions: an exact capacity would cause a reallocation for each piece of a long text.
    if bytes.isEmpty { bytes.reserveCapacity(text.count) }
    for byte in text {
      switch byte {
      case 0x0A where keepsNewlines:
        bytes.append(0x0A)
        pendingSpace = false
        afterSpace = true
      case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
        if !afterSpace { pendingSpace = true }
        if byte == 0x0A || byte == 0x0D { endsSegment = true }
      default:
        if pendingSpace {
          if endsSegment, byte >= 0x80 || (bytes.last ?? 0) >= 0x80 { segmentBreaks.append(bytes.count) }
          bytes.append(0x20)
          pendingSpace = false
        }
        endsSegment = false
        bytes.append(byte)
        afterSpace = false
      }
    }
    if pendingSpace { bytes.append(0x20) }
    isAfterSpace = afterSpace || pendingSpace
    if !segmentBreaks.isEmpty { removeSegmentBreaks(segmentBreaks) }
  }

  /// Removes the spaces at those positions if they came from segment breaks that css-text-3 §4.1.3 removes.
  private mutating func removeSegmentBreaks(_ positions: [Int]) {
    let removed = positions.filter {
      $0 > 0 && SegmentBreak.isRemoved(between: bytes.scalar(endingAt: $0), and: bytes.scalar(at: $0 + 1))
    }
    guard let first = removed.first else { return }
    var rest = removed[...]
    var end = first
    for index in first..<bytes.count {
      if index == rest.first {
        rest.removeFirst()
      } else {
        bytes[end] = bytes[index]
        end += 1
      }
    }
    bytes.removeLast(removed.count)
  }

  mutating func appendForcedBreak(box: UInt32) {
    if endsWithCollapsibleSpace { trimLastSpace() }
    let start = UInt32(bytes.count)
    bytes.append(0x0A)
    isAfterSpace = true
    items.append(InlineItem(kind: .text, bytes: start..<start + 1, box: box))
  }

  /// Removes a collapsible space before a forced break.
  private mutating func trimLastSpace() {
    guard let last = items.lastIndex(where: { $0.kind == .text }), items[last].bytes.upperBound == UInt32(bytes.count)
    else { return }
    let end = UInt32(bytes.count - 1)
    bytes.removeLast()
    items[last].bytes = items[last].bytes.lowerBound..<end
    for index in items.indices[last...].dropFirst() { items[index].bytes = end..<end }
  }

  /// Adds an object in the text (`.atomic`), or one that is only anchored there.
  mutating func append(object box: BoxID, kind: InlineItem.Kind) {
    let start = UInt32(bytes.count)
    if kind == .atomic {
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBC])
      isAfterSpace = false
    }
    items.append(InlineItem(kind: kind, bytes: start..<UInt32(bytes.count), box: innermost, object: box))
  }

  mutating func open(_ box: InlineBox, _ bidi: BidiControls) {
    boxes.append(box)
    detail.openBoxes.append(UInt32(boxes.count - 1))
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: bidi.start)
    items.append(InlineItem(kind: .open, bytes: start..<UInt32(bytes.count), box: UInt32(boxes.count - 1)))
  }

  mutating func close(_ bidi: BidiControls) {
    guard !detail.openBoxes.isEmpty, let box = detail.openBoxes.popLast() else { return }
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: bidi.end)
    items.append(InlineItem(kind: .close, bytes: start..<UInt32(bytes.count), box: box))
  }

  /// Closes all open inline boxes before a block inside them.
  mutating func closeAll() {
    while !detail.openBoxes.isEmpty, let box = detail.openBoxes.popLast() {
      boxes[Int(box)].hasEnd = false
      let end = UInt32(bytes.count)
      items.append(InlineItem(kind: .close, bytes: end..<end, box: box))
    }
  }
}
