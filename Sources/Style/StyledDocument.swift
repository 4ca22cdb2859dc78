import Diagnostics
import Markup

/// A document and the computed style of each of its elements and pseudo-elements.
package struct StyledDocument: Sendable {
  package let document: Document
  /// Every distinct style, once.
  package internal(set) var styles: ContiguousArray<ComputedStyle>
  /// The styles by node index; a text node has the style of its parent.
  package internal(set) var styleOfNode: ContiguousArray<StyleID>
  /// Pseudo-elements that generate a box; for `::first-letter`, `::first-line` and `::marker`, those that a rule
  /// matches.
  package internal(set) var pseudoStyles: [PseudoElement: StyleID]
  /// Styles on first lines that a `::first-line` rule applies to (css-pseudo-4 §2.1).
  package internal(set) var firstLines: FirstLines
  /// Warnings about style sheets and `style` attributes.
  package internal(set) var diagnostics: [Diagnostic]
  /// `@font-face` rules in order; the last matching rule of a family wins.
  package internal(set) var fontFaces: [FontFace]
  /// `@color-profile` rules, at most one for each name.
  package internal(set) var colorProfiles: [ColorProfileRule]
  /// The folder of `<base href>`; empty if there is none.
  package internal(set) var base: String
  /// What media queries test.
  var media: MediaContext
  var customSets: CustomSets
  var counterStyles: CounterStyles
  /// `@page` rules, and the style that page boxes inherit from.
  var pages: PageRules
  var anonymous: [AnonymousKey: StyleID] = [:]
  var variants: [VariantKey: StyleID] = [:]
  /// The counters of the document that margin boxes use; layout records their values for each page.
  package internal(set) var marginCounters: Set<String> = []
  /// The `target-*()` functions of margin boxes.
  package internal(set) var marginTargets: [ContentItem] = []
  /// Whether page contexts reset the counter `footnote`, so that footnotes are numbered by page (css-gcpm-3 §2.3).
  package internal(set) var numbersFootnotesByPage = false

  /// How pages are turned whose principal writing mode is vertical (css-writing-modes-4 §8).
  package internal(set) var pageTurn: BoxTurn?
  /// The lines and blocks of turned pages follow one another in the other direction (`vertical-lr`).
  package internal(set) var mirrorsPages = false
  /// Elements whose contents are turned.
  package internal(set) var turns: [NodeID: BoxTurn] = [:]

  /// Whether there are `@container` rules or lengths in units such as `cqw` inside a container, so that styles depend
  /// on the layout (`StyleEngine.Options.containers`).
  package internal(set) var queriesContainers = false

  /// The height of the page area of the first page, to which viewport units refer, px.
  package var firstPageHeight: Double { pages.viewportHeight }
  package var firstPageWidth: Double { pages.viewportWidth }

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
