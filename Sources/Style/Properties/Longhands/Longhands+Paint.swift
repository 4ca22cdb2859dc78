/// Corners, shadows, transforms, clipping and compositing (css-backgrounds-3, css-transforms-2, css-masking-1).
extension LonghandRows {
  mutating func addPaint() {
    addRadius(.borderTopLeftRadius, "border-top-left-radius", \.paint.borderRadius.topLeft)
    addRadius(.borderTopRightRadius, "border-top-right-radius", \.paint.borderRadius.topRight)
    addRadius(.borderBottomRightRadius, "border-bottom-right-radius", \.paint.borderRadius.bottomRight)
    addRadius(.borderBottomLeftRadius, "border-bottom-left-radius", \.paint.borderRadius.bottomLeft)
    add(.boxShadow, "box-shadow", \.paint.boxShadows) {
      $0.keyword(.none) ?? $0.shadows(isText: false)
    } computed: {
      $0.boxShadows($1)
    }
    add(.opacity, "opacity", \.paint.opacity, .firstLine) {
      $0.numeric([.number, .percent])
    } computed: {
      Float(max(0, min(1, $0.number($1))))
    }
    add(.mixBlendMode, "mix-blend-mode", \.paint.blendMode) {
      $0.blendMode()
    } computed: { _, value in
      if case .identifier(let name) = value { BlendMode(rawValue: name) } else { nil }
    }
    add(.isolation, "isolation", \.paint.isIsolated, keywords: [.auto: false, .isolate: true])
    add(.willChange, "will-change", \.paint.willChange) {
      $0.willChange()
    } computed: { _, value in
      if case .number(let bits) = value { WillChange(rawValue: UInt8(bits)) } else { [] }
    }
    add(.backfaceVisibility, "backface-visibility", \.paint.hidesBack, keywords: [.visible: false, .hidden: true])
    add(.clip, "clip", \.paint.clip) {
      $0.clipRect()
    } computed: {
      $0.clipRect($1)
    }
    add(.clipPath, "clip-path", \.paint.clipPath) {
      $0.keyword(.none) ?? $0.clipPath()
    } computed: {
      $0.clipPath($1)
    }
    add(.filter, "filter", \.paint.filters) {
      $0.keyword(.none) ?? $0.filterList()
    } computed: {
      $0.filters($1)
    }
    addTransforms()
  }

  private mutating func addRadius(
    _ property: Property, _ name: String, _ field: Longhand.Field<Pair<LengthPercentage>>
  ) {
    add(property, name, field) {
      $0.pair { $0.lengthPercent(0) }
    } computed: {
      $0.pair($1, isNonNegative: true)
    }
  }

  /// `translate`, `rotate` and `scale` are put before `transform` when all four are known.
  private mutating func addTransforms() {
    add(.transform, "transform", \.paint.transforms) {
      $0.keyword(.none) ?? $0.transformList()
    } computed: {
      $0.transforms($1)
    }
    add(.transformOrigin, "transform-origin", \.paint.transformOrigin) {
      $0.transformOrigin()
    } computed: {
      $0.pair($1)
    }
    add(.transformBox, "transform-box", \.paint.transformBox) {
      $0.keyword(.contentBox, .borderBox, .fillBox, .strokeBox, .viewBox)
    } computed: { _, value in
      switch value {
      case .keyword(.contentBox): .contentBox
      case .keyword(.borderBox): .borderBox
      case .keyword(.fillBox): .fillBox
      case .keyword(.strokeBox): .strokeBox
      default: .viewBox
      }
    }
    addTransform(.translate, "translate", \.translate) {
      $0.individualTransform(.translate) { $0.repeated(upTo: 3) { $0.lengthPercent() } }
    }
    addTransform(.rotate, "rotate", \.rotate) { $0.rotation() }
    addTransform(.scale, "scale", \.scale) {
      $0.individualTransform(.scale) { $0.repeated(upTo: 3) { $0.numeric([.number, .percent]) } }
    }
  }

  /// `inherit` copies all transforms.
  private mutating func addTransform(
    _ property: Property, _ name: String,
    _ field: WritableKeyPath<StyleComputer.IndividualTransforms, [Transform]> & Sendable,
    parse: @escaping @Sendable (inout ValueParser) -> Value?
  ) {
    add(property, name, grammar: parse) {
      $0.individualTransforms[keyPath: field] = $0.transforms($1)
    } copy: {
      $0.paint.transforms = $1.paint.transforms
    } reset: {
      $0.individualTransforms[keyPath: field] = []
    }
  }
}
