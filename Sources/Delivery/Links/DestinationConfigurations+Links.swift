import JobQueue

extension DestinationConfigurations {
  /// The link maker of the installation; nil if share links are not configured.
  /// - Throws: `DeliveryError` if the link key cannot be read; `SystemError` if there is no thread.
  package func linkMaker(_ queue: JobQueue) throws -> LinkMaker? {
    guard let configuration = self["link"]?.sender as? LinkConfiguration else { return nil }
    return try ShareLinks(queue: queue, configuration: configuration).maker
  }
}
