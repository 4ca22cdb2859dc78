import Foundation
import PDF

/// Unpacks the tar file of a bag into its own temporary folder, which is removed after `body` returns.
///
/// Accepts only archives that all programs unpack in the same way: regular files and folders with plain relative names,
/// each once, zeros in all padding, and nothing after the end of the archive.
struct BagTar {
  private let tar: PDFBytes
  private let folder: String
  private var position = 0
  private var roots: Set<String> = []
  /// Names in lower case, because some file systems ignore case; the value is true for folders.
  private var names: [String: Bool] = [:]

  static func withFolder<Value>(
    _ path: String, _ body: (String) throws -> Value
  ) throws -> Value {
    let folder = NSTemporaryDirectory() + "bag-\(UUID().uuidString)"
    let tar: PDFBytes
    do throws(PDFError) { tar = try PDFBytes(path: path) } catch { throw ArchiveError(.io, error.message) }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { BagFolder.remove(folder) }
    var archive = BagTar(tar: tar, folder: folder)
    while try archive.unpackNext() {}
    try archive.checkEnd()
    guard archive.roots.count == 1, let root = archive.roots.first else {
      throw ArchiveError(.bag, "the tar file does not hold one folder", place: path)
    }
    return try body(folder + "/" + root)
  }

  private init(tar: PDFBytes, folder: String) {
    self.tar = tar
    self.folder = folder
  }

  /// - Returns: false at the end of the archive.
  private mutating func unpackNext() throws -> Bool {
    guard position + 512 <= tar.count else { throw cut(at: position) }
    guard let header = try TarHeader(tar.array(position..<position + 512)) else { return false }
    position += 512
    guard header.size <= tar.count - position, (header.size + 511) / 512 * 512 <= tar.count - position else {
      throw cut(at: position)
    }
    let parts = try parts(of: header)
    roots.insert(parts[0])
    try recordMember(parts, isFile: header.isFile)
    if header.isFile {
      try unpack(header.size, to: folder + "/" + parts.joined(separator: "/"))
    } else {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + parts.joined(separator: "/"), withIntermediateDirectories: true)
    }
    let end = position + (header.size + 511) / 512 * 512
    try checkZeros(position + header.size..<end, "the padding of a file is not zero")
    position = end
    return true
  }

  private func cut(at offset: Int) -> ArchiveError {
    ArchiveError(.bag, "the tar file is cut short", offset: offset)
  }

  /// The components of a member's name, which must be a relative path within the bag.
  private func parts(of header: TarHeader) throws(ArchiveError) -> [String] {
    var name = header.path
    if !header.isFile, name.hasSuffix("/") { name.removeLast() }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != "\u{FFFD}" }
    }
    guard isPlain, !header.isFile || parts.count >= 2 else {
      throw ArchiveError(.bag, "the tar file has a name that leads out of its folder or is not plain", offset: position)
    }
    return parts
  }

  /// Records a member and its folders.
  private mutating func recordMember(_ parts: [String], isFile: Bool) throws(ArchiveError) {
    var name = ""
    for part in parts.dropLast() {
      name += (name.isEmpty ? "" : "/") + part.precomposedStringWithCanonicalMapping.lowercased()
      guard names[name] != true else {
        throw ArchiveError(.bag, "the tar file has a file where it needs a folder", offset: position)
      }
      if names[name] == nil { names[name] = false }
    }
    name += (name.isEmpty ? "" : "/") + (parts.last ?? "").precomposedStringWithCanonicalMapping.lowercased()
    guard isFile ? names[name] == nil : names[name] != true else {
      throw ArchiveError(.bag, "the tar file has two members of the same name", offset: position)
    }
    names[name] = isFile
  }

  private func unpack(_ size: Int, to path: String) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try AppendedFile(path)
    for place in stride(from: position, to: position + size, by: 1 << 20) {
      try file.write(tar.array(place..<min(position + size, place + 1 << 20)))
    }
  }

  /// The archive ends with two blocks of zeros (IEEE 1003.1, pax); programs add more up to a multiple of their block
  /// size.
  private func checkEnd() throws(ArchiveError) {
    guard tar.count - position >= 1_024, tar.count.isMultiple(of: 512) else { throw cut(at: position) }
    try checkZeros(position..<tar.count, "data follow the end of the tar file")
  }

  private func checkZeros(_ range: Range<Int>, _ message: String) throws(ArchiveError) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
      let chunk = start..<min(range.upperBound, start + 1 << 20)
      let place = tar.withBytes(chunk) { bytes in bytes.firstIndex { $0 != 0 } }
      if let place { throw ArchiveError(.bag, message, offset: start + place) }
    }
  }
}
