/// The computed values of an element or pseudo-element. Elements with equal values share one style.
///
/// The struct is large: layout and paint read fields in place (`styles[id].box.display`) and never copy a whole style.
package struct ComputedStyle: Hashable, Sendable {
  package var text = TextStyle()
  package var box = BoxStyle()
  package var paint = PaintStyle()
  package var content = ContentStyle()
  package var item = ItemStyle()
  /// The colours that are `currentcolor`, which is inherited as a keyword (css-color-4 §6.2).
  var currentColors = CurrentColors.initial
  /// The colours that otherwise depend on `currentcolor`, such as `color-mix()`, which are inherited as they are
  /// (css-color-5 §3.5).
  var openColors: [OpenColor] = []
  /// Index of the set of custom properties in `CustomSets`.
  var customSet: UInt32 = 0
  package init() {}

  /// Hashes the properties that often differ between the elements of a document, for example in their `style`
  /// attributes. All of them would take several times longer, and equal styles have equal hashes in any case.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(customSet)
    hash(text: text, into: &hasher)
    hash(box: box, into: &hasher)
    hash(paint: paint, into: &hasher)
    hasher.combine(item.flexGrow)
    hasher.combine(item.flexBasis)
    hasher.combine(item.order)
    hasher.combine(item.grid.rowStart)
    hasher.combine(item.grid.columnStart)
    if content.changesCounters {
      hasher.combine(content.counterReset)
      hasher.combine(content.counterIncrement)
      hasher.combine(content.counterSet)
    }
    for case .string(let text) in content.content ?? [] { hasher.combine(text) }
  }

  private func hash(text: borrowing TextStyle, into hasher: inout Hasher) {
    hasher.combine(text.font.size)
    hasher.combine(text.font.weight)
    hasher.combine(text.color)
    hasher.combine(text.textIndent)
    hasher.combine(text.letterSpacing)
  }

  private func hash(box: borrowing BoxStyle, into hasher: inout Hasher) {
    hasher.combine(box.display)
    hasher.combine(box.inset)
    hasher.combine(box.width)
    hasher.combine(box.height)
    hasher.combine(box.maxWidth)
    hasher.combine(box.margin)
    hasher.combine(box.padding)
    hasher.combine(box.borderWidth)
    hasher.combine(box.verticalAlign)
    hasher.combine(box.zIndex)
  }

  private func hash(paint: borrowing PaintStyle, into hasher: inout Hasher) {
    hasher.combine(paint.backgroundColor)
    hasher.combine(paint.borderColor)
    hasher.combine(paint.borderRadius.topLeft)
    hasher.combine(paint.opacity)
    if !paint.backgroundLayers.isEmpty { hasher.combine(paint.backgroundLayers) }
    if !paint.boxShadows.isEmpty { hasher.combine(paint.boxShadows) }
    if !paint.transforms.isEmpty { hasher.combine(paint.transforms) }
    if !paint.filters.isEmpty { hasher.combine(paint.filters) }
    if let clip = paint.clipPath { hasher.combine(clip) }
  }
}

/// A colour that has to be resolved again for a child that inherits it.
struct OpenColor: Hashable, Sendable {
  var property: CurrentColors
  var value: ColorValue
}

extension ComputedStyle {
  /// Records the value of a property if it depends on `currentcolor` but is not that keyword.
  mutating func setOpenColor(_ value: Value?, _ property: CurrentColors) {
    if !openColors.isEmpty { openColors.removeAll { $0.property == property } }
    guard case .color(let color)? = value, color != .current, color.dependsOnCurrent else { return }
    openColors.append(OpenColor(property: property, value: color))
  }
}

/// Properties with colours that `inherit` can copy from the parent.
struct CurrentColors: OptionSet, Hashable, Sendable {
  var rawValue: UInt8
  static let background = CurrentColors(rawValue: 1)
  static let top = CurrentColors(rawValue: 2)
  static let right = CurrentColors(rawValue: 4)
  static let bottom = CurrentColors(rawValue: 8)
  static let left = CurrentColors(rawValue: 16)
  static let columnRule = CurrentColors(rawValue: 32)
  static let outline = CurrentColors(rawValue: 64)
  static let initial: CurrentColors = [.top, .right, .bottom, .left, .columnRule, .outline]
}

/// The index of a style in `StyledDocument.styles`.
package struct StyleID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}
