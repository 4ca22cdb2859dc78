/// The reason why bytes are not valid JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable {
    case malformed
    /// The bytes are not UTF-8.
    case notText
    /// A limit of `JSONLimits` is exceeded.
    case tooLarge
  }
  package var code: Code
  /// One sentence for a person, without the location.
  package var message: String
  /// `line 2, column 7`; empty if unknown.
  package var place: String

  init(_ code: Code, _ message: String, at place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
