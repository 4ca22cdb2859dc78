/// The ends of a block container at which the space around its text is removed (`text-box-trim`, css-inline-3 §6.2).
package struct TextBoxTrim: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let start = TextBoxTrim(rawValue: 1)
  package static let end = TextBoxTrim(rawValue: 2)
}

/// The edges of text at which it is trimmed (`text-box-edge`, css-inline-3 §6.3). `auto` and the ideographic edges are
/// `text`.
package struct TextBoxEdge: Hashable, Sendable {
  package enum Over: UInt8, Hashable, Sendable { case text, cap, ex }
  package enum Under: UInt8, Hashable, Sendable { case text, alphabetic }
  package var over = Over.text
  package var under = Under.text
  package init(over: Over = .text, under: Under = .text) { (self.over, self.under) = (over, under) }
}
