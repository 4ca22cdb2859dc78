extension EmailConfiguration: SenderConfiguration {
  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    try makeSender(name: name, limits: limits, services: .none)
  }

  package func makeSender(
    name: String?, limits: DestinationLimits, services: SenderServices
  ) throws(DeliveryError) -> any Sender {
    try EmailSender(self, limits: limits, services: services)
  }
}
