/// The reason why a document was not rendered.
package struct RenderFailure: Error, Codable, Hashable, Sendable {
  /// A stable code: the composer's, or `crashed`, `forbidden`, `timeout`, `memory`, `protocol`, `too_large`.
  package var code: String
  /// A message for a person.
  package var message: String
  /// A JSON path, file or offset; empty if there is none.
  package var place: String
  /// Whether further attempts are bound to fail too, because the input is invalid.
  package var isPermanent: Bool

  package init(code: String, message: String, place: String = "", isPermanent: Bool) {
    self.code = code
    self.message = message
    self.place = place
    self.isPermanent = isPermanent
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
