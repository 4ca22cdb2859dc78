import CPango
import Diagnostics
import Resources

/// Why a document could not be painted.
package struct PaintError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    /// Cairo refused; the message is its own.
    case cairo
    /// The output would be larger than the limit.
    case tooLarge
    /// There is no such page.
    case noSuchPage
    /// A page has no size that can be painted.
    case badPageSize
  }
  package var code: Code
  package var message: String
  /// The page it concerns, from 0; nil for the whole document.
  package var page: Int?
  package init(code: Code, message: String, page: Int? = nil) {
    self.code = code
    self.message = message
    self.page = page
  }

  init(status: cairo_status_t, page: Int? = nil) {
    self.init(code: .cairo, message: String(cString: cairo_status_to_string(status)), page: page)
  }
}

/// Something that was left out of the picture, and the page it concerns, from 0.
package struct PaintWarning: Hashable, Sendable {
  package var message: String
  package var page: Int
  /// The element that it concerns, where that is known.
  package var place: SourceLocation
  package init(message: String, page: Int, place: SourceLocation = SourceLocation()) {
    self.message = message
    self.page = page
    self.place = place
  }
}
