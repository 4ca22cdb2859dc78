/// `background` and `background-position` (css-backgrounds-3 §3.10).
extension ShorthandRows {
  mutating func addBackgrounds() {
    add(
      .background, "background",
      [
        .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
        .backgroundOrigin, .backgroundClip, .backgroundAttachment, .backgroundColor,
      ]
    ) {
      $0.background($1)
    }
    add(.backgroundPosition, "background-position", [.backgroundPositionX, .backgroundPositionY]) {
      $0.backgroundPosition($1)
    }
  }
}

extension ValueParser {
  /// A comma-separated list of positions.
  mutating func backgroundPosition(_ longhands: [Property]) -> Expansion? {
    guard let positions = commaSeparated({ $0.position() }) else { return nil }
    return Expansion(longhands, [.list(positions.map { $0[0] }), .list(positions.map { $0[1] })])
  }

  fileprivate mutating func background(_ longhands: [Property]) -> Expansion? {
    var color: Value?
    let layers = commaSeparated { parser -> [Value?]? in
      if color != nil { return nil }  // Only the last layer has a colour.
      return parser.backgroundLayer(&color)
    }
    guard let layers else { return nil }
    var values = Self.initialLayer.indices.map { index in
      layers.contains { $0[index] != nil }
        ? .list(layers.map { $0[index] ?? Self.initialLayer[index] }) : Self.initialLists[index]
    }
    values.append(color ?? .color(.color(.transparent)))
    return Expansion(longhands, values)
  }

  /// The initial values of the longhands except `background-color`.
  private static let initialLayer: [Value] = [
    .keyword(.none), .percentage(0), .percentage(0), .list([.keyword(.auto), .keyword(.auto)]),
    .list([.keyword(.repeat), .keyword(.repeat)]), .keyword(.paddingBox), .keyword(.borderBox), .keyword(.scroll),
  ]
  private static let initialLists = initialLayer.map { Value.list([$0]) }

  /// One layer's values in the order of the longhands, nil for initial ones, and the colour of the last layer.
  private mutating func backgroundLayer(_ color: inout Value?) -> [Value?]? {
    var image: Value?
    var position: [Value]?
    var size: Value?
    var repetition: Value?
    var attachment: Value?
    var boxes: [Value] = []
    var isEmpty = true
    while !atEnd, peek().kind != .comma {
      if image == nil, let value = keyword(.none) ?? self.image() {
        image = value
      } else if position == nil, let value = attempt({ $0.position() }) {
        position = value
        if slash() {
          guard let value = backgroundSize() else { return nil }
          size = value
        }
      } else if repetition == nil, let value = backgroundRepeat() {
        repetition = value
      } else if attachment == nil, let value = keyword(.scroll, .fixed, .local) {
        attachment = value
      } else if boxes.count < 2, let value = keyword(.borderBox, .paddingBox, .contentBox, .text, .borderArea) {
        boxes.append(value)
      } else if color == nil, let value = colorValue() {
        color = value
      } else {
        return nil
      }
      isEmpty = false
    }
    if isEmpty { return nil }
    // css-backgrounds-4 §2.2: areas that are no boxes have an origin of their own.
    let origin: Value? =
      switch boxes.first {
      case .keyword(.text)?: nil
      case .keyword(.borderArea)?: .keyword(.borderBox)
      default: boxes.first
      }
    return [image, position?[0], position?[1], size, repetition, origin, boxes.last, attachment]
  }
}
