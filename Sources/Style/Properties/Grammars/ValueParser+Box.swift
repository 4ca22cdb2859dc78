/// Grammars of box properties (css-position-3, css-sizing-3, css-overflow-3, css-contain-2).
extension ValueParser {
  mutating func boxPosition() -> Value? {
    if let name = function("running", read: { $0.customIdent() }) {
      return .list([.keyword(.running), .identifier(name)])
    }
    return keyword(.static, .relative, .absolute, .fixed, .sticky)
  }

  /// `<length-percentage> | min-content | …`
  mutating func boxSize() -> Value? {
    if has(.webkitFillAvailable) || has(.mozAvailable) || has(.fillAvailable) { return .keyword(.stretch) }
    if let limit = function("fit-content", read: { $0.lengthPercent(0) }) {
      return .list([.keyword(.fitContent), limit])
    }
    return keyword(.minContent, .maxContent, .fitContent, .stretch) ?? calcSize() ?? lengthPercent(0)
  }

  /// A list of `auto` or `none`, the width and the height; `auto` alone is a keyword.
  mutating func aspectRatio() -> Value? {
    var isAuto = has(.auto)
    guard let width = number(0) else { return isAuto ? .keyword(.auto) : nil }
    var height = Value.number(1)
    if slash() {
      guard let number = number(0) else { return nil }
      height = number
    }
    isAuto = has(.auto) || isAuto
    return .list([isAuto ? .keyword(.auto) : .keyword(.none), width, height])
  }

  /// `contain` as the bits of `Containment` (css-contain-2 §3).
  mutating func containment() -> Value? {
    let groups: [String: Containment] = [
      "none": [], "content": [.layout, .paint, .style], "strict": [.size, .layout, .paint, .style],
    ]
    let kinds: [String: Containment] = [
      "size": .size, "inline-size": .inlineSize, "layout": .layout, "paint": .paint, "style": .style,
    ]
    if let name = word(Array(groups.keys)), case .identifier(let group) = name {
      return .number(Double((groups[group] ?? []).rawValue))
    }
    var found: Containment = []
    while !atEnd {
      guard let name = word(Array(kinds.keys)), case .identifier(let word) = name, let kind = kinds[word] else {
        return nil
      }
      guard found.insert(kind).inserted else { return nil }
    }
    guard !found.isEmpty, !found.isSuperset(of: [.size, .inlineSize]) else { return nil }
    return .number(Double(found.rawValue))
  }

  mutating func containedSize() -> Value? {
    _ = has(.auto)
    return keyword(.none) ?? length(0)
  }

  /// `from-image`, `snap` and a resolution, in any order; a list without `snap`, which has no effect on paper.
  mutating func imageResolution() -> Value? {
    var prefersFile = false
    var snaps = false
    var resolution: Value?
    while !atEnd {
      if !prefersFile, ident("from-image") {
        prefersFile = true
      } else if !snaps, ident("snap") {
        snaps = true
      } else if resolution == nil, let value = numeric(.resolution, minimum: .leastNonzeroMagnitude) {
        resolution = value
      } else {
        return nil
      }
    }
    guard prefersFile || resolution != nil else { return nil }
    return .list([prefersFile ? .identifier("from-image") : .keyword(.none), resolution ?? .number(1)])
  }

  /// A size and the lines to sink; `drop` and `raise` stand for the size without its fraction and for 1.
  mutating func initialLetter() -> Value? {
    if let normal = keyword(.normal) { return normal }
    let isRaised = ident("raise")
    let isDropped = !isRaised && ident("drop")
    guard let size = number(1) else { return nil }
    if isRaised || ident("raise") { return .list([size, .number(1)]) }
    if isDropped || ident("drop") { return .list([size]) }
    return integer(1).map { .list([size, $0]) } ?? .list([size])
  }

  /// `none`, or names as a list.
  mutating func containerNames() -> Value? {
    if let none = keyword(.none) { return none }
    return repeated { $0.customIdent(except: "none", "and", "or", "not") }.map { .list($0.map { .identifier($0) }) }
  }

  mutating func overflow() -> Value? {
    if ident("overlay") { return .keyword(.auto) }
    if ident("-moz-scrollbars-none") { return .keyword(.hidden) }
    return keyword(.visible, .hidden, .clip, .scroll, .auto)
  }

  /// `<visual-box> || <length>` as a list of both.
  mutating func overflowClipMargin() -> Value? {
    var box = keyword(.contentBox, .paddingBox, .borderBox)
    let width = length(0)
    if box == nil, width != nil { box = keyword(.contentBox, .paddingBox, .borderBox) }
    guard box != nil || width != nil else { return nil }
    return .list([box ?? .keyword(.paddingBox), width ?? .dimension(0, .px)])
  }

  /// One or two values, of which the second applies to the end of the line.
  mutating func textOverflow() -> Value? {
    guard let first = lineOverflow() else { return nil }
    return lineOverflow() ?? first
  }

  private mutating func lineOverflow() -> Value? {
    keyword(.clip, .ellipsis) ?? string().map { $0.isEmpty ? .keyword(.clip) : .string($0) }
  }

  mutating func lineStyle() -> Value? {
    keyword(.none, .hidden, .dotted, .dashed, .solid, .double, .groove, .ridge, .inset, .outset)
  }

  mutating func lineWidth() -> Value? {
    switch keyword(in: [.thin, .medium, .thick]) {
    case .thin?: .dimension(1, .px)
    case .medium?: .dimension(StyleComputer.mediumLineWidth, .px)
    case .thick?: .dimension(5, .px)
    default: length(0)
    }
  }

  /// One or two values as a list of two.
  mutating func pair(_ read: (inout ValueParser) -> Value?) -> Value? {
    guard let x = read(&self) else { return nil }
    return .list([x, read(&self) ?? x])
  }

  /// One to four values as top, right, bottom, left.
  static func fourSides<T>(_ values: [T]) -> [T] {
    switch values.count {
    case 1: [values[0], values[0], values[0], values[0]]
    case 2: [values[0], values[1], values[0], values[1]]
    case 3: [values[0], values[1], values[2], values[1]]
    default: values
    }
  }
}
