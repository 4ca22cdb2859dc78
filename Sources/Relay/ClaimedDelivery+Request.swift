import Delivery

extension ClaimedDelivery {
  /// The request without local files.
  func request(to destination: Destination) -> DeliveryRequest {
    var numbers: [String: Int] = [:]
    let documents = files.map { file in
      var document = document(file)
      if files.count(where: { $0.mediaType == file.mediaType }) > 1 {
        numbers[file.mediaType, default: 0] += 1
        document.number = numbers[file.mediaType]
      }
      return document
    }
    return DeliveryRequest(
      id: ref.job.rawValue, attempt: attempt, mayHaveArrived: mayHaveArrived, tenant: tenant, destination: destination,
      document: documents[0], further: Array(documents.dropFirst()), mailBody: mailBody.map(document), options: options,
      traceParent: traceParent)
  }

  private func document(_ file: DeliveredFile) -> DeliveredDocument {
    DeliveredDocument(
      job: job.rawValue, kind: kind, payload: payload, path: "", bytes: Int(file.bytes), sha256: file.sha256,
      mediaType: file.mediaType, fileName: file.fileName ?? "", completedAt: completedAt)
  }
}
