/// `mask` and `mask-position` (css-masking-1 §5.6, §5.10).
extension ShorthandRows {
  mutating func addMasks() {
    add(
      .mask, "mask",
      [
        .maskImage, .maskPositionX, .maskPositionY, .maskSize, .maskRepeat, .maskOrigin, .maskClip, .maskComposite,
        .maskMode, .maskBorderSource,
      ]
    ) {
      $0.mask($1)
    }
    add(.maskPosition, "mask-position", [.maskPositionX, .maskPositionY]) { $0.backgroundPosition($1) }
  }
}

extension ValueParser {
  fileprivate mutating func mask(_ longhands: [Property]) -> Expansion? {
    guard let layers = maskLayers({ $0.maskLayer() }) else { return nil }
    var values = Self.initialLayer.indices.map { index in
      Value.list(layers.map { $0[index] ?? Self.initialLayer[index] })
    }
    // The shorthand resets `mask-border`, which without an image has no effect.
    values.append(.keyword(.none))
    return Expansion(longhands, values)
  }

  private static let initialLayer: [Value] = [
    .keyword(.none), .percentage(0), .percentage(0), .list([.keyword(.auto), .keyword(.auto)]),
    .list([.keyword(.repeat), .keyword(.repeat)]), .keyword(.borderBox), .keyword(.borderBox), .identifier("add"),
    .identifier("match-source"),
  ]

  /// One layer's values in the order of the longhands, nil for initial ones.
  private mutating func maskLayer() -> [Value?]? {
    var image: Value?
    var size: Value?
    var repetition: Value?
    var composite: Value?
    var mode: Value?
    var position: [Value]?
    var boxes: [Value] = []
    var isUnclipped = false
    var isEmpty = true
    while !atEnd, peek().kind != .comma {
      if image == nil, let value = maskImage() {
        image = value
      } else if position == nil, let value = attempt({ $0.position() }) {
        position = value
        if slash() {
          guard let value = backgroundSize() else { return nil }
          size = value
        }
      } else if repetition == nil, let value = backgroundRepeat() {
        repetition = value
      } else if boxes.count < 2, let value = maskBox() {
        boxes.append(value)
      } else if !isUnclipped, boxes.count < 2, identifier("no-clip") != nil {
        isUnclipped = true
      } else if composite == nil, let value = maskComposite() {
        composite = value
      } else if mode == nil, let value = maskMode() {
        mode = value
      } else {
        return nil
      }
      isEmpty = false
    }
    if isEmpty || isUnclipped && boxes.count == 2 { return nil }
    let clip = isUnclipped ? .identifier("no-clip") : boxes.last
    return [image, position?[0], position?[1], size, repetition, boxes.first, clip, composite, mode]
  }
}
