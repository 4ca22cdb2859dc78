import Application
import Delivery
import Logging

extension Relay {
  /// Reads the file of destinations again. If it has an error, the error is logged and the current configuration is
  /// kept.
  package func reload(from installation: Installation) async {
    do {
      guard let file = installation.destinationsFile else { return }
      // A file that is missing now is an error, even if there was none at the start.
      let destinations = try DestinationConfigurations.load(file: file, dataFolder: installation.data)
      use(destinations)
      try await deliveries.registerIfAllowed(destinations, log: log)
      log.notice("destinations read again", metadata: ["destinations": "\(destinations.names.count)"])
    } catch let error as DeliveryError {
      log.error("the destinations stay as they were: \(error.place): \(error.message)")
    } catch {
      log.error("the destinations could not be registered: \(error)")
    }
  }
}
