/// Grammars of backgrounds and border images (css-backgrounds-3) and of blend modes (compositing-1).
extension ValueParser {
  mutating func positionAxis(_ start: Keyword, _ end: Keyword) -> Value? {
    if has(.center) { return .percentage(50) }
    if let edge = keyword(in: [start, end, .xStart, .xEnd, .yStart, .yEnd]) {
      let isEnd = edge == end || edge == .xEnd || edge == .yEnd
      guard let offset = lengthPercent() else { return .percentage(isEnd ? 100 : 0) }
      return isEnd ? Self.fromEnd(offset) : offset
    }
    return lengthPercent()
  }

  mutating func backgroundSize() -> Value? {
    if let keyword = keyword(.contain, .cover) { return keyword }
    guard let width = keyword(.auto) ?? lengthPercent(0) else { return nil }
    return .list([width, keyword(.auto) ?? lengthPercent(0) ?? .keyword(.auto)])
  }

  mutating func backgroundRepeat() -> Value? {
    if has(.repeatX) { return .list([.keyword(.repeat), .keyword(.noRepeat)]) }
    if has(.repeatY) { return .list([.keyword(.noRepeat), .keyword(.repeat)]) }
    return pair { $0.keyword(.repeat, .noRepeat, .space, .round) }
  }

  /// The four slices, and `fill` or `none`.
  mutating func borderImageSlice() -> Value? {
    var fills = has(.fill)
    guard var sides = repeated(upTo: 4, { $0.numeric([.number, .percent], minimum: 0) }) else { return nil }
    fills = has(.fill) || fills
    sides = Self.fourSides(sides)
    return .list(sides + [.keyword(fills ? .fill : .none)])
  }

  mutating func borderImageSides(_ read: (inout ValueParser) -> Value?) -> Value? {
    repeated(upTo: 4, read).map { .list(Self.fourSides($0)) }
  }

  /// compositing-1 §7.
  mutating func blendMode() -> Value? {
    guard let name = ident(), name == "normal" || BlendMode(rawValue: name) != nil else { return nil }
    return .identifier(name)
  }
}
