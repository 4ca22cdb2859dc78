import Layout
import PDF

/// A file whose pages are drawn on pages of a document: a letterhead below, the word "Copy" above. Only its content is
/// used.
package struct PageStamp: Sendable {
  /// A PDF file without tags.
  package var file: [UInt8]
  package var isBelow: Bool
  /// The pages of the document, from 0. A file with one page is drawn on each of them; otherwise it has as many pages.
  package var pages: Range<Int>

  package init(file: [UInt8], isBelow: Bool, pages: Range<Int>) {
    (self.file, self.isBelow, self.pages) = (file, isBelow, pages)
  }
}

/// The stamps of a document, in its drawing.
struct DrawnStamps {
  private let stamps: [(stamp: PageStamp, forms: [PDFForm])]

  init(_ stamps: [PageStamp], in drawing: PDFDrawing) throws(PDFError) {
    var drawn: [(stamp: PageStamp, forms: [PDFForm])] = []
    for stamp in stamps { drawn.append((stamp, try drawing.add(pagesOf: stamp.file))) }
    self.stamps = drawn
  }

  /// Draws the stamps of a page that are below its content, or those above.
  func draw(on canvas: PDFCanvas, page: Int, below: Bool, pointsPerPx: Double) {
    for (stamp, forms) in stamps where stamp.isBelow == below && stamp.pages.contains(page) {
      let index = forms.count == 1 ? 0 : page - stamp.pages.lowerBound
      if forms.indices.contains(index) { canvas.draw(forms[index], pointsPerPx: pointsPerPx) }
    }
  }
}

extension PDFCanvas {
  /// Draws a page upright, with its top left corner in that of this page. In a tagged file it is an artifact.
  fileprivate func draw(_ form: PDFForm, pointsPerPx: Double) {
    if form.hasTransparency { hasTransparency = true }
    beginPainting()
    save()
    setGraphics(opacity: 1)
    let scale = 1 / pointsPerPx
    transform(AffineTransform(a: scale, d: -scale, f: form.height * scale))
    show(object: form.number)
    restore()
  }
}
