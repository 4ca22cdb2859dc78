/// A sender that stores each file of a delivery separately, such as in a folder.
///
/// The files are stored one after the other. If one fails, an earlier one has arrived already, so that the outcome of
/// the attempt is unknown; the next attempt finds the files that exist.
package protocol FileSender: Sender {
  /// Stores the document of a request, which is its only file.
  func store(_ request: DeliveryRequest) async throws(SendError) -> Receipt
}

extension FileSender {
  package func send(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let documents = request.documents
    var receipts: [Receipt] = []
    for document in documents {
      do throws(SendError) {
        receipts.append(try await store(request.only(document)))
      } catch {
        guard !receipts.isEmpty else { throw error }
        var error = error
        error.message += "; \(receipts.count) of \(documents.count) files have been stored"
        error.isOutcomeUnknown = true
        throw error
      }
    }
    var receipt = receipts[0]
    if receipts.count > 1 { receipt.files = receipts.map(Receipt.File.init) }
    return receipt
  }
}
