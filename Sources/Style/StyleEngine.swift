import Markup
import Resources

/// Styles documents: parses their stylesheets and computes the cascade.
package struct StyleEngine {
  /// What styling depends on from outside.
  package struct Options {
    /// Sheets that stand before the document's own, as author style.
    package var stylesheets: [(css: String, source: String)] = []
    /// px; what `@page { size: auto }` means.
    package var pageWidth = 793.7007874015748
    package var pageHeight = 1122.5196850393702
    /// `ex` and `ch` for a font, px.
    package var fontRelativeUnits: (FontStyle) -> (ex: Double, ch: Double) = { ($0.size / 2, $0.size / 2) }
    package init() {}
  }

  package static func style(_ document: Document, loader: ResourceLoader, options: Options = Options()) -> StyledDocument {
    fatalError()
  }
}
