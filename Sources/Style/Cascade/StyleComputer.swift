import Markup

/// Computes one style from the winning declarations (css-cascade-5 §4).
///
/// It is copyable although no caller copies it: as a noncopyable type, its two styles cost the compiler's ownership checks
/// 66 s of every build.
struct StyleComputer {
  var style: ComputedStyle
  let parent: ComputedStyle
  var lengths: LengthContext
  /// Looks up custom properties: those of `style.customSet`.
  let customs: CustomSets
  /// Whose attributes `attr()` reads; nil in page and margin boxes.
  let element: (document: Document, node: NodeID)?
  let isRoot: Bool
  /// It is a pseudo-element's style, and `parent` that of its element.
  var isPseudo = false
  /// `font-size` is a keyword such as `medium`.
  var hasKeywordSize = false
  var ownDecorations = OwnDecorations()
  var individualTransforms = IndividualTransforms()
  /// The background longhands' lists, until all are known.
  var backgrounds: [Property: [Value]] = [:]
  var borderImages: [Property: Value] = [:]

  /// The properties of `text-decoration`, until the lines are known.
  struct OwnDecorations {
    var lines: [Keyword] = []
    var style = TextDecoration.Style.solid
    var color: Color?
    var thickness: Double?
    var offset: Double?
  }

  struct IndividualTransforms {
    var translate: [Transform] = []
    var rotate: [Transform] = []
    var scale: [Transform] = []
  }

  init(
    parent: consuming ComputedStyle, lengths: LengthContext, element: (document: Document, node: NodeID)?, isRoot: Bool,
    customs: CustomSets, customSet: UInt32
  ) {
    self.lengths = lengths
    self.element = element
    self.isRoot = isRoot
    self.customs = customs
    style = .initial
    style.inherit(from: parent)
    style.customSet = customSet
    self.parent = parent
    if isRoot { self.lengths.rootFont = ComputedStyle.initial.text.font }
  }

  /// - Parameters:
  ///   - winners: by property number, an index in `declarations`, or -1.
  ///   - fallback: the declaration that `revert` and `revert-layer` roll back to, or nil.
  mutating func compute(
    winners: ContiguousArray<Int32>, declarations: ContiguousArray<Declaration>,
    fallback: (Property, WideKeyword) -> Int32
  ) {
    lengths.font = parent.text.font
    lengths.lineHeight = parent.text.usedLineHeight
    var colorsSet = false
    for number in winners.indices {
      // Most properties say nothing: what waits for the font and for the colour happens all the same.
      guard
        winners[number] >= 0 || number == Int(Property.lineHeight.rawValue)
          || number > Int(Property.color.rawValue) && !colorsSet
      else { continue }
      guard let property = Property(rawValue: UInt8(number)), property != .custom else { continue }
      if property == .lineHeight { finishFont() }
      if property.rawValue > Property.color.rawValue, !colorsSet {
        colorsSet = true
        lengths.lineHeight = style.text.usedLineHeight
        if isRoot { lengths.rootLineHeight = lengths.lineHeight }
        setCurrentColors()
      }
      var winner = winners[number]
      while winner >= 0 {
        let declaration = declarations[Int(winner)]
        if case .wide(let wide) = declaration.value, wide == .revert || wide == .revertLayer {
          winner = fallback(property, wide)  // Never one that reverts again.
          if winner < 0 { applyWide(.unset, property) }
          continue
        }
        apply(declaration, property)
        break
      }
    }
    finish()
  }

  private mutating func apply(_ declaration: Declaration, _ property: Property) {
    switch declaration.value {
    case .wide(let wide): applyWide(wide, property)
    case .pending(let pending):
      guard let value = resolve(pending, property) else { return applyWide(.unset, property) }
      if case .wide(let wide) = value {
        applyWide(wide == .revert || wide == .revertLayer ? .unset : wide, property)
      } else {
        applyValue(value, property)
      }
    case let value: applyValue(value, property)
    }
  }

  /// The longhand's value once `var()` is replaced; nil where it is invalid then.
  private mutating func resolve(_ pending: PendingValue, _ property: Property) -> Value? {
    let set = style.customSet
    let reader = pending.readsAttributes ? Self.attributes(of: element) : nil
    guard let text = Substitution.substitute(pending.text, value: { customs.value($0, in: set) }, attribute: reader)
    else {
      return nil
    }
    var parser = ValueParser(text, base: pending.base)
    guard let shorthand = pending.shorthand else {
      let physical = parser.values(of: .longhand(property))
      return physical?.first?.value
    }
    // A flow-relative longhand has become a physical one by now: look for either.
    let values = parser.values(of: .shorthand(shorthand))
    return values?.first { $0.property == property || style.isPhysical(property, of: $0.property) }?.value
  }

  mutating func applyWide(_ wide: WideKeyword, _ property: Property) {
    switch wide {
    case .inherit: style.copy(property, from: parent)
    case .initial: applyInitial(property)
    case .unset, .revert, .revertLayer:
      if property.isInherited { style.copy(property, from: parent) } else { applyInitial(property) }
    }
  }

  private mutating func applyInitial(_ property: Property) {
    switch property {
    case .borderTopColor: style.paint.borderColor.top = style.text.color
    case .borderRightColor: style.paint.borderColor.right = style.text.color
    case .borderBottomColor: style.paint.borderColor.bottom = style.text.color
    case .borderLeftColor: style.paint.borderColor.left = style.text.color
    case .outlineColor: style.paint.outlineColor = style.text.color
    case .columnRuleColor: style.item.columnRuleColor = style.text.color
    case .textDecorationColor: ownDecorations.color = nil
    case .textDecorationLine: ownDecorations.lines = []
    case .textDecorationStyle: ownDecorations.style = .solid
    case .textDecorationThickness: ownDecorations.thickness = nil
    case .textUnderlineOffset: ownDecorations.offset = nil
    case .borderTopWidth: style.box.borderWidth.top = 3
    case .borderRightWidth: style.box.borderWidth.right = 3
    case .borderBottomWidth: style.box.borderWidth.bottom = 3
    case .borderLeftWidth: style.box.borderWidth.left = 3
    case .outlineWidth: style.paint.outlineWidth = 3
    case .columnRuleWidth: style.item.columnRuleWidth = 3
    case .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
      .backgroundOrigin, .backgroundClip, .backgroundAttachment:
      backgrounds[property] = nil
    case .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat:
      borderImages[property] = nil
    case .translate: individualTransforms.translate = []
    case .rotate: individualTransforms.rotate = []
    case .scale: individualTransforms.scale = []
    default: style.copy(property, from: .initial)
    }
  }

  private mutating func finishFont() {
    scaleMonospace()
    style.text.font.features = style.text.fontVariants.features
    style.text.font.smallCaps = style.text.fontVariants.isSmallCaps
    style.text.font.isAllSmallCaps = style.text.fontVariants.caps == .allSmallCaps
    lengths.font = style.text.font
    if isRoot { lengths.rootFont = style.text.font }
  }

  /// The properties whose initial value is `currentcolor` or depends on a style that may follow.
  private mutating func setCurrentColors() {
    let color = style.text.color
    style.paint.borderColor = Sides(color)
    style.paint.outlineColor = color
    style.item.columnRuleColor = color
    style.box.borderWidth = Sides(3)
    style.paint.outlineWidth = 3
    style.item.columnRuleWidth = 3
  }
}

extension TextStyle {
  /// px; `normal` as 1.2 of the font size, for units that need a number before fonts are known.
  var usedLineHeight: Double {
    switch lineHeight {
    case .normal: font.size * 1.2
    case .number(let factor): font.size * factor
    case .px(let px): px
    }
  }
}

extension ComputedStyle {
  /// The initial value of each property.
  static let initial = ComputedStyle()

  /// Takes the inherited properties.
  mutating func inherit(from parent: borrowing ComputedStyle) {
    text = parent.text
    text.unicodeBidi = .normal
    customSet = parent.customSet
  }

  func isPhysical(_ property: Property, of logical: Property) -> Bool {
    guard let pair = LogicalProperties.table[Int(logical.rawValue)] else { return false }
    return property == (text.direction == .rightToLeft ? pair.rightToLeft : pair.leftToRight)
  }
}
