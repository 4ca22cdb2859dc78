/// The computed values of an element or pseudo-element. Elements with equal values share one style.
///
/// The struct is large: layout and paint read fields in place (`styles[id].box.display`) and never copy a whole style.
package struct ComputedStyle: Hashable, Sendable {
  package var text = TextStyle()
  package var box = BoxStyle()
  package var paint = PaintStyle()
  package var content = ContentStyle()
  package var item = ItemStyle()
  /// Index of the set of custom properties in `CustomSets`.
  var customSet: UInt32 = 0
  package init() {}
}

/// The index of a style in `StyledDocument.styles`.
package struct StyleID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}
