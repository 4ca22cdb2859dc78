import Foundation
import Glibc

/// A folder of this machine, or one mounted on it, into which documents are delivered.
///
///     root: /srv/outgoing           # a relative path is below the data folder of the installation, and is created
///     marker: .mounted              # a regular file that must exist in the root
///     name: "{tenant}/{date}/{job}-{kind}.{extension}"
///     mode: "0640"
///     folder_mode: "0750"
///     on_conflict: rename
package struct FolderConfiguration: Hashable, Sendable {
  /// The handling of a document whose name exists with different content.
  package enum OnConflict: String, Sendable, Decodable {
    /// The document gets a distinct name (`PathText.distinct`).
    case rename
    /// The delivery fails.
    case fail
  }

  /// An absolute path. The folder must exist, so that nothing is written to a mount point whose share is not mounted.
  package var root: String
  /// The name of a regular file that must exist in the root: the folder of a mount point exists without its share too.
  package var marker: String?
  /// Whether the root is created with the sender: in the data folder of the installation nothing is mounted later.
  package var createsRoot = false
  /// The path of a document below the root.
  package var name: NameTemplate
  /// Permissions of the files and of new folders.
  package var mode: mode_t
  package var folderMode: mode_t
  package var onConflict: OnConflict

  /// - Throws: `DeliveryError` `.invalidConfiguration` if the root is not an absolute path.
  package init(
    root: String, name: NameTemplate = .standard, mode: mode_t = 0o640, folderMode: mode_t = 0o750,
    onConflict: OnConflict = .rename, marker: String? = nil
  ) throws(DeliveryError) {
    guard root.hasPrefix("/"), !root.hasControlCharacters else {
      throw DeliveryError(
        code: .invalidConfiguration, message: "root must be an absolute path, such as /srv/outgoing",
        place: String(root.prefix(200)))
    }
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    self.name = name
    self.mode = mode
    self.folderMode = folderMode
    self.onConflict = onConflict
    self.marker = marker
  }
}
extension FolderConfiguration: SenderConfiguration {
  private enum CodingKeys: String, CodingKey {
    case root, marker, name, mode
    case folderMode = "folder_mode"
    case onConflict = "on_conflict"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let root = try values.decode(String.self, forKey: .root)
    let dataFolder = root.hasPrefix("/") ? nil : decoder.dataFolder
    let parts = root.split(separator: "/", omittingEmptySubsequences: false)
    try values.check(
      dataFolder == nil || parts.allSatisfy { !["", ".", ".."].contains($0) }, .root,
      "expected an absolute path, or a path below the data folder without \".\" and \"..\"")
    let marker = try values.decodeIfPresent(String.self, forKey: .marker)
    try values.check(
      marker.map { !["", ".", ".."].contains($0) && !$0.contains("/") && !$0.hasControlCharacters } ?? true, .marker,
      "expected the name of a file in the root, such as .mounted")
    try self.init(
      root: dataFolder.map { "\($0)/\(root)" } ?? root,
      name: try values.decodeIfPresent(NameTemplate.self, forKey: .name) ?? .standard,
      mode: try values.permissions(.mode) ?? 0o640,
      folderMode: try values.permissions(.folderMode) ?? 0o750,
      onConflict: try values.decodeIfPresent(OnConflict.self, forKey: .onConflict) ?? .rename,
      marker: marker)
    createsRoot = dataFolder != nil
  }

  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    if createsRoot {
      do {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
      } catch {
        throw DeliveryError(
          code: .invalidConfiguration, message: "the folder cannot be created: \(error.localizedDescription)",
          place: root)
      }
    }
    return FolderSender(self, name: name)
  }
}

/// Permissions of files as octal digits.
enum FilePermissions {
  /// Returns nil unless `text` has three or four octal digits without set-user-ID, set-group-ID and sticky bits.
  static func parse(_ text: String) -> mode_t? {
    guard (3...4).contains(text.utf8.count), let mode = mode_t(text, radix: 8), mode <= 0o777 else { return nil }
    return mode
  }
}

extension KeyedDecodingContainer {
  /// Permissions of files as text of octal digits.
  func permissions(_ key: Key) throws -> mode_t? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let mode = FilePermissions.parse(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "permissions are octal digits in quotation marks, such as \"0640\"")
    }
    return mode
  }
}
