import Application
import Delivery
import Foundation

extension Installation {
  /// The configured destinations; none if the installation has no file of destinations.
  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package func destinations() throws(DeliveryError) -> DestinationConfigurations {
    guard let file = destinationsFile else { return DestinationConfigurations() }
    if givenDestinationsFile == nil, !FileManager.default.fileExists(atPath: file) {
      return DestinationConfigurations()
    }
    return try DestinationConfigurations.load(file: file, dataFolder: data)
  }
}
