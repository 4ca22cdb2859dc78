import Foundation
import OperatingSystem

/// Writes documents into a folder.
///
/// A document appears whole or not at all: it is written under a temporary name in its folder, synced, and renamed
/// without replacing anything. The same delivery again finds its file and succeeds. If the name is taken by different
/// content, the configuration decides.
package struct FolderSender: FileSender {
  private let configuration: FolderConfiguration
  /// The address under which this folder is configured; the rest of a destination's address are folders below the root.
  private let name: String?
  private let files: any FileOperations

  /// - Parameter name: the configured address (`out` for `folder:out`); nil if the folder is configured for all
  ///   addresses.
  package init(
    _ configuration: FolderConfiguration, name: String? = nil, files: any FileOperations = SystemFileOperations()
  ) {
    self.configuration = configuration
    self.name = name
    self.files = files
  }

  package func store(_ request: DeliveryRequest) async throws(SendError) -> Receipt {
    let path = try DeliveryPath(request, template: configuration.name, below: name)
    let write = FolderWrite(configuration: configuration, request: request, path: path, files: files)
    let file = try await BlockingSend.run(name: "deliver folder", cancel: write.cancel) { () throws(SendError) in
      try write.run()
    }
    return Receipt(
      protocol: "folder", address: configuration.root + "/" + file.path, time: Date(), remoteID: file.path,
      bytes: request.document.bytes, sha256: request.document.sha256,
      details: file.existed ? ["existed": "true"] : [:])
  }

  package func close() async {}
}
