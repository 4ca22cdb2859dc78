/// An error for which a preview, or a part of it, cannot be shown.
package struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable {
    /// The kind, file or option that was named cannot be previewed.
    case invalidSource
    /// The server cannot listen at its address, or has failed.
    case serverFailed
    /// Files cannot be watched.
    case watchFailed
    /// The document changed, or is not shown any more.
    case outdated
    /// The document, or this part of it, does not exist.
    case notFound
    /// No renderer can be started.
    case noRenderer
    /// Too many previews are open.
    case tooMany
  }
  package var code: Code
  /// A message for a person: the cause, and a remedy.
  package var message: String
  /// A path or name; empty if there is none.
  package var place: String

  package init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
