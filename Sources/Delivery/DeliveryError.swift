/// Why a destination or a policy cannot be used.
package struct DeliveryError: Error, Hashable, Sendable {
  package enum Code: String, Sendable { case invalidDestination, invalidRule }
  package var code: Code
  package var message: String
  /// The text that is wrong.
  package var place: String
  package init(code: Code, message: String, place: String) {
    self.code = code
    self.message = message
    self.place = place
  }
}
