import Composition

/// The document that a preview shows, with the options of showing it.
package struct PreviewSource: Hashable, Sendable, Codable {
  package enum Subject: Hashable, Sendable, Codable {
    /// The documents of a kind.
    case kind(String)
    /// The HTML file that the preview was started with.
    case page
  }

  package enum Medium: String, Hashable, Sendable, Codable, CaseIterable {
    /// Pages.
    case print
    /// The body of a mail.
    case mail
  }

  package var subject: Subject
  /// The name of an example payload (`ExamplePayload.name`); nil for the first one. Without effect for a page.
  package var payload: String?
  /// Replaces the payload's `locale`: a BCP 47 tag. Without effect for a page.
  package var locale: String?
  /// Replaces the page size of the payload or kind, such as `A4` or `letter landscape`. A size in the style sheet has
  /// precedence.
  package var pageSize: String?
  package var medium: Medium

  package init(
    _ subject: Subject, payload: String? = nil, locale: String? = nil, pageSize: String? = nil, medium: Medium = .print
  ) {
    self.subject = subject
    self.payload = payload
    self.locale = locale
    self.pageSize = pageSize
    self.medium = medium
  }
}
