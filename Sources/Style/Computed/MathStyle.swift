/// The properties of formulas that are inherited (MathML Core §4.3 to §4.5).
package struct MathStyle: Hashable, Sendable {
  /// `math-style: compact`: fractions, sums and integrals are made for a line of text.
  package var isCompact = false
  /// `math-shift: compact`: superscripts are raised less.
  package var isCramped = false
  /// `math-depth`: how many times `font-size: math` has made the text smaller, -100...100.
  package var depth: Int16 = 0
  package init() {}
}
