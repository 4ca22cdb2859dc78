import Markup

/// Computes one style from the winning declarations (css-cascade-5 §4).
///
/// It is not copyable because it contains two styles, which are large.
struct StyleComputer: ~Copyable {
  // The first contains one style. The compiler checks every access to a noncopyable struct for each of its stored
  // fields, down to the leaves: with the fields of two styles in the struct, these checks took half of the compile time
  // of the module.
  private var own: ContiguousArray<ComputedStyle>
  private let inherited: ContiguousArray<ComputedStyle>
  private let parentIndex: Int
  var lengths: LengthContext
  /// The custom properties of all elements; those of this one are in `style.customSet`.
  let customs: CustomSets
  /// The element that functions such as `attr()` read; nil for page and margin boxes.
  let element: ElementReader?
  let isRoot: Bool
  /// The style is that of a pseudo-element, and `parent` that of its element.
  var isPseudo = false
  /// The style is that of `::marker`.
  var isMarker = false
  /// `font-size` is a keyword such as `medium`.
  var hasKeywordSize = false
  var ownDecorations = OwnDecorations()
  var individualTransforms = IndividualTransforms()
  /// The lists of the background longhands, until all of them are known.
  var backgrounds = BackgroundLists()
  var borderImages: [Property: Value] = [:]
  /// The lists of the mask longhands, likewise.
  var masks: [Property: [Value]] = [:]
  /// What is shared with other elements; nil for page and margin boxes.
  var resolved: ResolvedValues?
  /// The longhands of each shorthand with `var()` that is already resolved; nil if its value is invalid.
  var resolvedShorthands: [(pending: PendingValue, longhands: ResolvedValues.Longhands?)] = []

  /// The longhands of `text-decoration`, until all of them are known.
  struct OwnDecorations {
    var lines: [Keyword] = []
    var style = TextDecoration.Style.solid
    var color: Color?
    var thickness = TextDecoration.Thickness.auto
    var offset: Double?
  }

  /// The values of each longhand of `background`, one a layer.
  struct BackgroundLists {
    /// The lists by number, from `Property.backgroundImage` to `Property.backgroundBlendMode`; empty if none is set.
    private var lists: ContiguousArray<[Value]?> = []

    var isEmpty: Bool { lists.isEmpty }

    subscript(property: Property) -> [Value]? {
      get { lists.isEmpty ? nil : lists[Self.index(property)] }
      set {
        if lists.isEmpty { lists = ContiguousArray(repeating: nil, count: Self.index(.backgroundBlendMode) + 1) }
        lists[Self.index(property)] = newValue
      }
    }

    private static func index(_ property: Property) -> Int {
      Int(property.rawValue - Property.backgroundImage.rawValue)
    }
  }

  /// `translate`, `rotate` and `scale`, until all of them are known.
  struct IndividualTransforms {
    var translate: [Transform] = []
    var rotate: [Transform] = []
    var scale: [Transform] = []

    var isEmpty: Bool { translate.isEmpty && rotate.isEmpty && scale.isEmpty }
  }

  /// The style being computed.
  var style: ComputedStyle {
    _read { yield own[0] }
    _modify { yield &own[0] }
  }

  /// The style of the parent, or for pseudo-elements that of the element.
  var parent: ComputedStyle { _read { yield inherited[parentIndex] } }

  /// - Parameters:
  ///   - parents: contains the style of the parent at the index `parent`: an array, because a copy of one style takes
  ///     longer.
  init(
    parents: ContiguousArray<ComputedStyle>, parent: Int, lengths: LengthContext,
    element: ElementReader?, isRoot: Bool, customs: CustomSets, customSet: UInt32
  ) {
    self.lengths = lengths
    self.element = element
    self.isRoot = isRoot
    self.customs = customs
    own = Self.initial
    own[0].inherit(parents[parent].text, customSet: customSet)
    inherited = parents
    parentIndex = parent
    if isRoot { self.lengths.rootFont = ComputedStyle.initial.text.font }
  }

  /// The initial style, in an array so that it is copied once.
  private static let initial: ContiguousArray<ComputedStyle> = [.initial]

  /// - Parameters:
  ///   - fallback: returns the declaration that `revert` or `revert-layer` rolls back to, or -1.
  mutating func compute(
    winners: Winners, declarations: ContiguousArray<Declaration>, fallback: (Property, WideKeyword) -> Int32
  ) {
    lengths.zoom = parent.text.zoom
    lengths.font = parent.text.font
    lengths.lineHeight = parent.text.usedLineHeight
    // Lengths depend on the font, and then on the line height.
    let (lineHeight, color) = (Int(Property.lineHeight.rawValue), Int(Property.color.rawValue))
    apply(winners, in: 0..<lineHeight, declarations, fallback)
    finishFont()
    apply(winners, in: lineHeight..<color + 1, declarations, fallback)
    lengths.lineHeight = style.text.usedLineHeight
    if isRoot { lengths.rootLineHeight = style.text.unzoomed.usedLineHeight }
    setCurrentColors()
    apply(winners, in: color + 1..<Property.allCases.count, declarations, fallback)
    finish()
  }

  /// Applies the winning declarations of a range of properties.
  private mutating func apply(
    _ winners: Winners, in range: Range<Int>, _ declarations: ContiguousArray<Declaration>,
    _ fallback: (Property, WideKeyword) -> Int32
  ) {
    var next = winners.first(from: range.lowerBound)
    while let (property, declaration) = next, Int(property.rawValue) < range.upperBound {
      next = winners.first(from: Int(property.rawValue) + 1)
      if property == .custom { continue }
      var winner = declaration
      while case .wide(let wide) = declarations[Int(winner)].value, wide == .revert || wide == .revertLayer {
        winner = fallback(property, wide)  // Not a reverting declaration.
        if winner < 0 { break }
      }
      if winner < 0 { applyWide(.unset, property) } else { apply(declarations[Int(winner)].value, winner, property) }
    }
  }

  /// The style that was computed.
  consuming func finished() -> ComputedStyle { own.removeLast() }

  /// - Parameter declaration: the index of the declaration of the value.
  private mutating func apply(_ value: Value, _ declaration: Int32, _ property: Property) {
    switch value {
    case .wide(let wide): applyWide(wide, property)
    case .pending(let pending):
      guard let value = resolve(pending, declaration, property) else { return applyWide(.unset, property) }
      if case .wide(let wide) = value {
        applyWide(wide == .revert || wide == .revertLayer ? .unset : wide, property)
      } else {
        applyValue(value, property)
      }
    default: applyValue(value, property)
    }
  }

  private mutating func applyValue(_ value: Value, _ property: Property) {
    property.longhand.compute(&self, value)
  }

  private mutating func applyWide(_ wide: WideKeyword, _ property: Property) {
    let inherits =
      switch wide {
      case .inherit: true
      case .initial: false
      case .unset, .revert, .revertLayer: property.isInherited
      }
    if inherits, property == .zoom { return setZoom(parent.box.zoom) }
    if inherits { property.longhand.copy(&own[0], inherited[parentIndex]) } else { property.longhand.reset(&self) }
  }

  private mutating func finishFont() {
    scaleMonospace()
    if style.text.fontVariants != parent.text.fontVariants {
      style.text.font.features = style.text.fontVariants.features
      style.text.font.smallCaps = style.text.fontVariants.isSmallCaps
      style.text.font.isAllSmallCaps = style.text.fontVariants.caps == .allSmallCaps
    }
    lengths.font = style.text.font
    if isRoot { lengths.rootFont = style.text.unzoomed.font }
  }

  /// Sets the properties whose initial value is `currentcolor` or `medium`.
  private mutating func setCurrentColors() {
    let color = style.text.color
    style.paint.borderColor = Sides(color)
    style.paint.outlineColor = color
    style.item.columnRuleColor = color
    let width = Self.mediumLineWidth * style.text.zoom
    style.box.borderWidth = Sides(width)
    style.paint.outlineWidth = width
    style.item.columnRuleWidth = width
  }
}

extension TextStyle {
  /// px, for the units `lh` and `rlh`; `normal` is taken as 1.2 times the font size.
  var usedLineHeight: Double {
    switch lineHeight {
    case .normal: font.size * 1.2
    case .number(let factor): font.size * factor
    case .px(let px): px
    }
  }
}

extension ComputedStyle {
  /// The initial values of all properties.
  static let initial = ComputedStyle()

  /// Copies the inherited properties.
  mutating func inherit(_ parent: borrowing TextStyle, customSet: UInt32) {
    text = copy parent
    text.unicodeBidi = .normal
    self.customSet = customSet
  }
}
