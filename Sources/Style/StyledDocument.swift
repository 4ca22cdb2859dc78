import Markup

/// A document and the computed style of each of its elements and pseudo-elements.
package struct StyledDocument: Sendable {
  package let document: Document
  /// Every distinct style, once.
  package internal(set) var styles: ContiguousArray<ComputedStyle>
  /// By node index; a text node has its parent's.
  package internal(set) var styleOfNode: ContiguousArray<StyleID>
  /// Only pseudo-elements that generate a box (or, for `::first-letter`, `::first-line` and `::marker`, that a rule
  /// styles).
  package internal(set) var pseudoStyles: [PseudoElement: StyleID]
  /// Styles on the first line of a block that `::first-line` reaches (css-pseudo-4 §2.1): of the line itself by its block
  /// container, of inline elements and of pseudo-elements.
  package internal(set) var firstLines: FirstLines
  package internal(set) var warnings: [StyleWarning]
  /// `@font-face` rules, in order; the last of a family that fits wins.
  package internal(set) var fontFaces: [FontFace]
  /// The document's `<base href>`, as a folder for the loader; empty without one.
  package internal(set) var base: String
  var customSets: CustomSets
  var counterStyles: CounterStyles
  /// `@page` rules in cascade order, and what their boxes inherit from.
  var pages: PageRules
  var anonymous: [AnonymousKey: StyleID] = [:]
  var variants: [VariantKey: StyleID] = [:]
  /// The document's counters that margin boxes name: what layout keeps track of for them.
  package internal(set) var marginCounters: Set<String> = []
  /// Whether page contexts reset the counter `footnote`, so that each page numbers its own (css-gcpm-3 §2.3).
  package internal(set) var numbersFootnotesByPage = false

  package subscript(id: StyleID) -> ComputedStyle {
    _read { yield styles[Int(id.index)] }
  }
}

/// A pseudo-element of one element.
package struct PseudoElement: Hashable, Sendable {
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    case before, after, marker, firstLetter, firstLine, footnoteCall, footnoteMarker
  }
  package var node: NodeID
  package var kind: Kind
  package init(_ node: NodeID, _ kind: Kind) {
    self.node = node
    self.kind = kind
  }
}

/// CSS that was passed over, and where.
package struct StyleWarning: Hashable, Sendable {
  package var message: String
  /// The stylesheet's address, or empty for the document itself.
  package var source: String
  package var line: Int
  package var column: Int
  package init(message: String, source: String, line: Int, column: Int) {
    self.message = message
    self.source = source
    self.line = line
    self.column = column
  }

  /// Where a rule or an element stands: the stylesheet's address, or empty for the document; 0 where unknown.
  package struct Place: Hashable, Sendable {
    package var source = ""
    package var line = 0
    package var column = 0
  }
}
