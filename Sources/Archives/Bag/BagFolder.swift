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
      default: throw ArchiveError(.bag, "is no plain file", place: entry)
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

/// Unpacks the tar file of a bag into a temporary folder, which is removed after `body` returns.
enum BagTar {
  static func withFolder<Value>(
    _ path: String, _ body: (String) throws -> Value
  ) throws -> Value {
    let folder = NSTemporaryDirectory() + "bag-\(UUID().uuidString)"
    defer { BagFolder.remove(folder) }
    let tar: PDFBytes
    do throws(PDFError) { tar = try PDFBytes(path: path) } catch { throw ArchiveError(.io, error.message) }
    var position = 0
    var roots: Set<String> = []
    while position + 512 <= tar.count {
      guard let header = try TarHeader(tar.array(position..<position + 512)) else { break }
      position += 512
      guard header.size <= tar.count - position else {
        throw ArchiveError(.bag, "the tar file is cut short", place: header.path, offset: position)
      }
      let parts = header.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
      guard !header.path.hasPrefix("/"), !parts.contains(".."), parts.count >= 1 else {
        throw ArchiveError(.bag, "the tar file has a name that leads out of it", place: header.path)
      }
      roots.insert(parts[0])
      if header.isFile { try unpack(tar, position, header.size, folder + "/" + parts.joined(separator: "/")) }
      position += (header.size + 511) / 512 * 512
    }
    guard roots.count == 1, let root = roots.first else {
      throw ArchiveError(.bag, "the tar file does not hold one folder", place: path)
    }
    return try body(folder + "/" + root)
  }

  private static func unpack(_ tar: PDFBytes, _ start: Int, _ size: Int, _ path: String) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try OutputFile(path)
    for place in stride(from: start, to: start + size, by: 1 << 20) {
      try file.write(tar.array(place..<min(start + size, place + 1 << 20)))
    }
  }
}
