import CPango
import Diagnostics

/// Why a document could not be painted.
package struct PaintError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// Cairo failed; the message is Cairo's.
    case cairo
    /// The output would be larger than the limit.
    case tooLarge
    /// There is no such page.
    case noSuchPage
    /// A page has no size that can be painted.
    case badPageSize
    /// A stamp cannot be read.
    case badStamp
  }
  package var code: Code
  package var message: String
  /// The page, from 0; nil for the whole document.
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

extension Diagnostic {
  /// A problem of a page, from 0: at the element's location if that is known, otherwise at the page.
  init(_ code: String, _ message: String, page: Int, at location: SourceLocation) {
    self.init(code, message, at: location.line > 0 ? location : SourceLocation(source: "page \(page + 1)"))
  }
}
