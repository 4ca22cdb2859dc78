import Foundation
import JSON

/// A text that a kind prints on the pages of its documents, over their content: a watermark or a stamp. It is an
/// artifact of tagged PDFs, and only in PDFs and pictures of pages.
///
///     watermark: Confidential, for {recipient}
///     stamp: {text: "Copy {copy}", position: top-right, color: "#cc0000", pages: first}
package struct PageMark: Hashable, Sendable {
  /// How the text is drawn.
  package enum Form: Hashable, Sendable {
    /// Large and light, along the diagonal of the page.
    case watermark
    /// A text in a frame, outside of the area of the content.
    case stamp(Position)
  }

  /// The margin of the page in which a stamp is, and where in it.
  package enum Position: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  /// The pages that have the mark.
  package enum Pages: String, CaseIterable, Sendable { case all, first }

  package var form: Form
  /// May contain values of the payload: `{recipient}`.
  package var text: FieldTemplate
  /// Six hexadecimal digits.
  package var color: String
  package var pages = Pages.all

  /// The mark with the values of a payload.
  /// - Throws: `missingField` with the path.
  func completed(_ payload: JSONValue) throws(CompositionError) -> CompletedMark {
    CompletedMark(mark: self, text: try text.completeText(payload))
  }
}

/// A mark of one document.
package struct CompletedMark: Hashable, Sendable {
  var mark: PageMark
  var text: String

  /// The style sheet that draws the mark as generated content of the root element.
  /// - Parameter isOpaque: whether the document must not be transparent, as PDF/A-1 requires.
  func css(on page: PaperSize, isOpaque: Bool) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let position = mark.pages == .all ? "fixed" : "absolute"
    let common =
      "content: \"\(Escaping.css.escape(words))\" !important; position: \(position) !important; white-space: pre !important; "
      + "display: flex !important; font: bold 12pt sans-serif; line-height: 1; text-align: center; "
    switch mark.form {
    case .watermark:
      let diagonal = (page.width * page.width + page.height * page.height).squareRoot()
      let size = min(diagonal * 0.12, diagonal * 0.75 / max(1, Self.width(of: words)))
      let angle = (atan(page.height / page.width) * 180 / .pi).rounded()
      // Below the text if it cannot be transparent.
      let paint = isOpaque ? "color: #e6e6e6; z-index: -1" : "color: #\(mark.color)26; z-index: 2147483647"
      return "html::before { \(common)inset: 0; align-items: center; justify-content: center; font-size: \(size)px; "
        + "transform: rotate(-\(angle)deg); \(paint) }"
    case .stamp(let position):
      return "html::after { \(common)\(position.declarations); padding: 1mm 3mm; border: 1.5pt solid; "
        + "color: #\(mark.color); z-index: 2147483647 }"
    }
  }

  /// An estimate in em: letters of bold fonts are 0.6 em wide on average, ideographs 1 em.
  private static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) {
      $0 + ((0x1100...0xFFFF).contains($1.value) && $1.properties.isIdeographic ? 1 : 0.6)
    }
  }
}

extension PageMark.Position {
  /// The declarations that place the mark outside of the area of the content, 4 mm from it.
  fileprivate var declarations: String {
    let vertical =
      switch self {
      case .topLeft, .top, .topRight: "bottom: calc(100% + 4mm)"
      case .bottomLeft, .bottom, .bottomRight: "top: calc(100% + 4mm)"
      }
    let horizontal =
      switch self {
      case .topLeft, .bottomLeft: "left: 0"
      case .top, .bottom: "left: 50%; transform: translateX(-50%)"
      case .topRight, .bottomRight: "right: 0"
      }
    return "\(vertical); \(horizontal)"
  }
}

extension HTMLDocument {
  /// The document with the style sheets that draw its marks.
  var withMarks: HTMLDocument {
    guard !marks.isEmpty else { return self }
    var copy = self
    let isOpaque = conformance?.profiles.archive == .pdfA1b
    copy.stylesheets += marks.map {
      Stylesheet(css: $0.css(on: pageSize, isOpaque: isOpaque), source: "marks of the kind")
    }
    return copy
  }
}
