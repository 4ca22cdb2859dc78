/// An invalid destination, policy or configuration.
package struct DeliveryError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Code: String, Sendable { case invalidDestination, invalidRule, missingSecret, invalidConfiguration }
  package var code: Code
  /// What is wrong with `place`, for a person.
  package var message: String
  /// The invalid text.
  package var place: String
  package init(code: Code, message: String, place: String) {
    self.code = code
    self.message = message
    self.place = place
  }
}
