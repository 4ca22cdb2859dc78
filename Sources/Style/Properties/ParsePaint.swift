/// Grammars of backgrounds and borders (css-backgrounds-3), shadows and transforms (css-transforms-2).
extension ValueParser {
  mutating func paintLonghand(_ property: Property) -> Value? {
    switch property {
    case .backgroundImage: return layers { $0.keyword(.none) ?? $0.image() }
    case .backgroundPositionX: return layers { $0.positionAxis(.left, .right) }
    case .backgroundPositionY: return layers { $0.positionAxis(.top, .bottom) }
    case .backgroundSize: return layers { $0.backgroundSize() }
    case .backgroundRepeat: return layers { $0.backgroundRepeat() }
    case .backgroundOrigin: return layers { $0.keyword(.borderBox, .paddingBox, .contentBox) }
    case .backgroundClip: return layers { $0.keyword(.borderBox, .paddingBox, .contentBox, .text) }
    case .backgroundAttachment: return layers { $0.keyword(.scroll, .fixed, .local) }
    case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
      .borderStartStartRadius, .borderStartEndRadius, .borderEndStartRadius, .borderEndEndRadius:
      guard let x = lengthPercent(0) else { return nil }
      return .list([x, lengthPercent(0) ?? x])
    case .borderImageSource: return keyword(.none) ?? image()
    case .borderImageSlice: return borderImageSlice()
    case .borderImageWidth:
      return borderImageSides { $0.keyword(.auto) ?? $0.numeric([.number, .length, .percent], minimum: 0) }
    case .borderImageOutset: return borderImageSides { $0.numeric([.number, .length], minimum: 0) }
    case .borderImageRepeat:
      guard let x = keyword(.stretch, .repeat, .round, .space) else { return nil }
      return .list([x, keyword(.stretch, .repeat, .round, .space) ?? x])
    case .boxShadow: return keyword(.none) ?? shadows(isText: false)
    case .outlineStyle: return keyword(.auto).map { _ in .keyword(.solid) } ?? lineStyle()
    case .outlineWidth: return lineWidth()
    case .outlineOffset: return length()
    case .opacity: return numeric([.number, .percent])
    case .transform: return keyword(.none) ?? repeated { $0.transformFunction() }.map { .transforms($0) }
    case .translate:
      if has(.none) { return .transforms([]) }
      guard let lengths = repeated(upTo: 3, { $0.lengthPercent() }) else { return nil }
      return .transforms([SpecifiedTransform(function: .translate, arguments: Array(lengths.prefix(2)))])
    case .rotate:
      if has(.none) { return .transforms([]) }
      guard let angle = numeric(.angle) else { return nil }
      return .transforms([SpecifiedTransform(function: .rotate, arguments: [angle])])
    case .scale:
      if has(.none) { return .transforms([]) }
      guard let factors = repeated(upTo: 3, { $0.numeric([.number, .percent]) }) else { return nil }
      return .transforms([SpecifiedTransform(function: .scale, arguments: Array(factors.prefix(2)))])
    case .transformOrigin:
      guard let position = position(upTo: 2) else { return nil }
      _ = length()
      return .list(position)
    case .clipPath: return keyword(.none) ?? clipPath()
    case .clip: return clipRect()
    case .mixBlendMode: return blendMode()
    case .isolation: return keyword(.auto, .isolate)
    default: return nil
    }
  }

  private mutating func layers(_ read: (inout ValueParser) -> Value?) -> Value? {
    commaSeparated(read).map { .list($0) }
  }

  private mutating func positionAxis(_ start: Keyword, _ end: Keyword) -> Value? {
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
    guard let x = keyword(.repeat, .noRepeat, .space, .round) else { return nil }
    return .list([x, keyword(.repeat, .noRepeat, .space, .round) ?? x])
  }

  /// compositing-1 §7.
  private mutating func blendMode() -> Value? {
    guard let name = ident(), name == "normal" || BlendMode(rawValue: name) != nil else { return nil }
    return .identifier(name)
  }

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

  /// One to four values as top, right, bottom, left.
  static func fourSides<T>(_ values: [T]) -> [T] {
    switch values.count {
    case 1: [values[0], values[0], values[0], values[0]]
    case 2: [values[0], values[1], values[0], values[1]]
    case 3: [values[0], values[1], values[2], values[1]]
    default: values
    }
  }

  mutating func shadows(isText: Bool) -> Value? {
    let shadows = commaSeparated { parser -> SpecifiedShadow? in
      var shadow = SpecifiedShadow(lengths: [], color: nil, isInset: false)
      while !parser.atEnd, parser.peek().kind != .comma {
        if !isText, !shadow.isInset, parser.has(.inset) {
          shadow.isInset = true
        } else if shadow.color == nil, let color = parser.color() {
          shadow.color = color
        } else if shadow.lengths.isEmpty, let lengths = parser.repeated(upTo: isText ? 3 : 4, { $0.length() }) {
          if lengths.count > 2, case .dimension(let blur, _) = lengths[2], blur < 0 { return nil }
          shadow.lengths = lengths
        } else {
          return nil
        }
      }
      return shadow.lengths.count >= 2 ? shadow : nil
    }
    return shadows.map { .shadows($0) }
  }

  private mutating func transformFunction() -> SpecifiedTransform? {
    guard let name = peekFunction() else { return nil }
    return function(name) { parser in
      let isLengths = name.hasPrefix("translate")
      let isAngles = name.hasPrefix("rotate") || name.hasPrefix("skew")
      let kinds: NumericKinds =
        isLengths
        ? .lengthPercent : isAngles ? [.angle, .number] : name.hasPrefix("scale") ? [.number, .percent] : .number
      guard let arguments = parser.commaSeparated({ $0.numeric(kinds) }) else { return nil }
      return SpecifiedTransform.make(name, arguments)
    }
  }
}

extension SpecifiedTransform {
  /// A function by its name and arguments; the 3D ones are not for paper.
  fileprivate static func make(_ name: String, _ arguments: [Value]) -> SpecifiedTransform? {
    let zero = Value.dimension(0, .px)
    let one = Value.number(1)
    let flat = Value.dimension(0, .deg)
    switch (name, arguments.count) {
    case ("translate", 1): return SpecifiedTransform(function: .translate, arguments: [arguments[0], zero])
    case ("translate", 2), ("translate3d", 3):
      return SpecifiedTransform(function: .translate, arguments: [arguments[0], arguments[1]])
    case ("translatex", 1): return SpecifiedTransform(function: .translate, arguments: [arguments[0], zero])
    case ("translatey", 1): return SpecifiedTransform(function: .translate, arguments: [zero, arguments[0]])
    case ("translatez", 1): return SpecifiedTransform(function: .translate, arguments: [zero, zero])
    case ("scale", 1): return SpecifiedTransform(function: .scale, arguments: [arguments[0], arguments[0]])
    case ("scale", 2), ("scale3d", 3):
      return SpecifiedTransform(function: .scale, arguments: [arguments[0], arguments[1]])
    case ("scalex", 1): return SpecifiedTransform(function: .scale, arguments: [arguments[0], one])
    case ("scaley", 1): return SpecifiedTransform(function: .scale, arguments: [one, arguments[0]])
    case ("rotate", 1), ("rotatez", 1): return SpecifiedTransform(function: .rotate, arguments: arguments)
    case ("skew", 1), ("skewx", 1): return SpecifiedTransform(function: .skew, arguments: [arguments[0], flat])
    case ("skew", 2): return SpecifiedTransform(function: .skew, arguments: arguments)
    case ("skewy", 1): return SpecifiedTransform(function: .skew, arguments: [flat, arguments[0]])
    case ("matrix", 6): return SpecifiedTransform(function: .matrix, arguments: arguments)
    case ("matrix3d", 16):
      return SpecifiedTransform(function: .matrix, arguments: [0, 1, 4, 5, 12, 13].map { arguments[$0] })
    default: return nil
    }
  }
}
