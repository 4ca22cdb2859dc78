/// The id of a store, by which a database recognizes it.
extension ArtifactStore {
  /// The name of the file or object that has the id.
  static let identityName = "store-id"

  /// The id of the store; nil if it has none.
  package func identity() async throws(ArtifactError) -> String? {
    switch backend {
    case .folder(let folder): try folder.identity()
    case .bucket(let bucket): try await bucket.identity()
    }
  }

  /// Gives the store an id unless it has one.
  /// - Parameter proposal: up to 100 ASCII characters.
  /// - Returns: the id of the store, which may be that of a process that called this at the same time.
  package func identify(_ proposal: String) async throws(ArtifactError) -> String {
    switch backend {
    case .folder(let folder): try folder.identify(proposal)
    case .bucket(let bucket): try await bucket.identify(proposal)
    }
  }

  /// Sets the id that the store must have from now on. A folder with another id, or without one, is out of reach. The
  /// id of a bucket is not checked again.
  package func expect(_ identity: String) {
    if case .folder(let folder) = backend { folder.expected.identity = identity }
  }

  /// - Throws: `damaged` if the bytes are no id.
  static func identity(_ bytes: [UInt8], in place: String) throws(ArtifactError) -> String {
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
    guard (1...100).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ArtifactError(
        code: .damaged, message: "This does not contain the id of an artifact store.", path: place,
        advice: "Restore it from a backup, or write the id that pressrun.store_id() returns.")
    }
    return text
  }
}
