/// The configuration of one destination for its protocol. It is decoded from its part of the file of destinations;
/// secrets are references.
package protocol SenderConfiguration: Decodable, Sendable {
  /// Creates the sender. Reads the secrets.
  /// - Parameter name: the name of the destination, unique in its kind; nil for the only one or the default one.
  /// - Throws: `DeliveryError` `.missingSecret`, `.invalidConfiguration`.
  func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender

  /// Creates the sender of a protocol that uses services of the relay. Reads the secrets.
  func makeSender(
    name: String?, limits: DestinationLimits, services: SenderServices
  ) throws(DeliveryError) -> any Sender
}

extension SenderConfiguration {
  package func makeSender(
    name: String?, limits: DestinationLimits, services: SenderServices
  ) throws(DeliveryError) -> any Sender {
    try makeSender(name: name, limits: limits)
  }
}
