/// An event that a preview sends to its page.
package enum PreviewEvent: Sendable {
  /// The first event: the catalog.
  case hello(PreviewCatalog, session: String)
  /// The catalog has changed.
  case catalog(PreviewCatalog)
  /// A document is being made.
  case rendering
  /// A document was laid out. Its pages can be requested.
  case document(DocumentSummary, version: Int)
  case mail(MailSummary, version: Int)
  /// The document cannot be composed. The last one is still shown.
  case failed(PreviewDiagnostic)
  /// The PDF of the document was written: its size in bytes, and all problems, including problems of painting.
  case checked(bytes: Int, problems: [PreviewDiagnostic], version: Int)
}

/// The kinds and payloads that a preview can show.
package struct PreviewCatalog: Hashable, Sendable, Codable {
  package struct Kind: Hashable, Sendable, Codable {
    package var name: String
    /// The names of its example payloads.
    package var payloads: [String]
    /// The languages of its template and the locales of its payloads.
    package var locales: [String]
  }
  /// Kinds with a template, sorted by name.
  package var kinds: [Kind]
  /// The name of the page; nil if kinds are shown.
  package var page: String?
  package var pageSizes: [String]
  /// The address of an editor with `{file}`, `{line}` and `{column}`; nil if there is none.
  package var editor: String?
}
