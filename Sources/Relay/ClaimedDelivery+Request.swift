import Delivery

extension ClaimedDelivery {
  /// - Parameter path: a local file with the artifact's bytes.
  func request(to destination: Destination, path: String) -> DeliveryRequest {
    DeliveryRequest(
      id: ref.job.rawValue, attempt: attempt, mayHaveArrived: mayHaveArrived, tenant: tenant, destination: destination,
      document: DeliveredDocument(
        job: job.rawValue, kind: kind, payload: payload, path: path, bytes: Int(bytes), sha256: sha256,
        mediaType: mediaType, fileName: fileName, completedAt: completedAt),
      options: options, traceParent: traceParent)
  }
}
