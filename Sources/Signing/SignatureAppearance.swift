import PDF

/// The appearance and place of a visible signature.
package struct SignatureAppearance: Sendable {
  /// The page on which a signature is.
  package enum Page: Hashable, Sendable {
    /// The number of a page, from 1.
    case number(Int)
    case last

    /// `last`, `first`, or a number from 1.
    package init?(_ text: String) {
      switch text {
      case "last": self = .last
      case "first": self = .number(1)
      default:
        guard let number = Int(text), number > 0 else { return nil }
        self = .number(number)
      }
    }
  }

  /// The place of a signature: a page, and a distance in points from its left and upper edge.
  package struct Place: Hashable, Sendable {
    package var page = Page.last
    package var left, top: Double

    package init(page: Page = .last, left: Double, top: Double) {
      self.page = page
      self.left = left
      self.top = top
    }
  }

  /// A PDF, whose first page is drawn in its own size.
  package var picture: [UInt8]
  package var place: Place

  package init(picture: [UInt8], place: Place) {
    self.picture = picture
    self.place = place
  }

  /// The page of the document on which the signature is.
  func page(of file: PDFFile) throws -> PDFPage {
    let pages = try file.pages()
    let index =
      switch place.page {
      case .number(let number): number - 1
      case .last: pages.count - 1
      }
    guard pages.indices.contains(index) else {
      throw SigningError(
        code: .document,
        message:
          "The visible signature is for page \(index + 1); the document has \(pages.count == 1 ? "1 page" : "\(pages.count) pages")."
      )
    }
    return pages[index]
  }

  /// Adds the picture to an update that signs the page.
  /// - Returns: the entries of the signature's annotation.
  func annotation(on page: PDFPage, _ writer: inout AppendWriter) throws -> PDFDictionary {
    let source = try PDFFile(bytes: picture)
    guard let own = try source.page(0), page.rotation == 0 else {
      throw SigningError(code: .document, message: "A visible signature cannot be drawn on a page that is rotated.")
    }
    // Lengths are in points; the rectangle is in units of the page (ISO 32000-1, table 30).
    let unit = page.userUnit
    let (left, top) = (page.cropBox.x0 + place.left / unit, page.cropBox.y1 - place.top / unit)
    let scale = own.userUnit / unit
    let box = PDFRectangle(
      x0: left, y0: top - own.cropBox.height * scale, x1: left + own.cropBox.width * scale, y1: top)
    guard place.left >= 0, place.top >= 0, box.x1 <= page.cropBox.x1, box.y0 >= page.cropBox.y0 else {
      throw SigningError(
        code: .document, message: "The visible signature does not fit on page \(page.index + 1), where it was placed.")
    }
    return [
      "Rect": .rectangle(box),
      "AP": .dictionary(["N": .reference(try writer.add(form: own, of: source))]),
    ]
  }
}
