/// The computed values of one element or pseudo-element, shared between all that compute the same.
///
/// Layout and paint read fields in place (`styles[id].box.display`); nothing copies a whole style.
package struct ComputedStyle: Hashable, Sendable {
  package var text = TextStyle()
  package var box = BoxStyle()
  package var paint = PaintStyle()
  package var content = ContentStyle()
  package var item = ItemStyle()
  /// Which set of custom properties: a number of `CustomSets`.
  var customSet: UInt32 = 0
  package init() {}
}

/// The index of a style in `StyledDocument.styles`.
package struct StyleID: Hashable, Sendable {
  package var index: UInt32
  package init(_ index: UInt32) { self.index = index }
}
