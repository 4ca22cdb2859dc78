import Foundation
import PDF

/// The files of a bag.
struct BagFolder {
  let path: String
  /// Paths relative to the bag, ascending.
  let files: [String]
  private static let fileLimit = 1_000_000

  /// - Throws: `bag` if the folder contains anything but regular files and folders.
  init(_ path: String) throws(ArchiveError) {
    self.path = path
    var found: [String] = []
    guard let walk = FileManager.default.enumerator(atPath: path) else {
      throw ArchiveError(.io, "the folder cannot be read", place: path)
    }
    while let entry = walk.nextObject() as? String {
      switch walk.fileAttributes?[.type] as? FileAttributeType {
      case .typeDirectory?: continue
      case .typeRegular?: found.append(entry)
      default: throw ArchiveError(.bag, "is not a regular file", place: entry)
      }
      guard found.count <= BagFolder.fileLimit else {
        throw ArchiveError(.limit, "the bag has more than \(BagFolder.fileLimit) files", place: path)
      }
    }
    files = found.sorted()
  }

  func bytes(_ name: String) throws(ArchiveError) -> PDFBytes {
    do throws(PDFError) {
      return try PDFBytes(path: path + "/" + name)
    } catch {
      throw ArchiveError(.io, error.message, place: name)
    }
  }

  /// The content of a metadata file, up to a limit.
  func text(_ name: String, limit: Int = 256 << 20) throws(ArchiveError) -> [UInt8] {
    let bytes = try bytes(name)
    guard bytes.count <= limit else { throw ArchiveError(.limit, "longer than \(limit) bytes", place: name) }
    return bytes.array(0..<bytes.count)
  }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
