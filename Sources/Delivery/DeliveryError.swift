/// An invalid destination or policy.
package struct DeliveryError: Error, Hashable, Sendable {
  package enum Code: String, Sendable { case invalidDestination, invalidRule }
  package var code: Code
  package var message: String
  /// The invalid text.
  package var place: String
  package init(code: Code, message: String, place: String) {
    self.code = code
    self.message = message
    self.place = place
  }
}
