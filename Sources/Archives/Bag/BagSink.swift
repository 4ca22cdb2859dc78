import Glibc
import OperatingSystem
import PDF

/// Destination of a bag: a folder or a tar file. All files are written under a temporary name and synced before the bag
/// gets its name, so a bag under its final name is complete.
struct BagSink {
  enum Form { case folder, tar }

  private let form: Form
  private let target: String
  private let temporary: String
  /// Name of the folder in the tar file.
  private let root: String
  private let files: any FileOperations
  private var tar: AppendedFile?
  /// Created folders and files in the order of creation.
  private var folders: [String] = [], written: [String] = []

  init(_ form: Form, at target: String, files: any FileOperations) throws(ArchiveError) {
    self.form = form
    self.target = target
    self.files = files
    temporary = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let name = target.split(separator: "/").last.map(String.init) ?? "bag"
    root = name.hasSuffix(".tar") ? String(name.dropLast(4)) : name
    try requireFree()
    switch form {
    case .folder: try makeFolder(temporary)
    case .tar:
      tar = try AppendedFile(temporary, files)
      written = [temporary]
    }
  }

  private func requireFree() throws(ArchiveError) {
    guard access(target, F_OK) != 0 else {
      throw ArchiveError(.io, "there is something of that name already", place: target)
    }
  }

  private mutating func makeFolder(_ path: String) throws(ArchiveError) {
    try onDisk { () throws(SystemError) in
      guard try files.makeFolder(path, permissions: 0o777) else {
        throw SystemError("mkdir", errno: EEXIST, path: path)
      }
    }
    folders.append(path)
  }

  /// Adds a file. `body` receives a function that writes its bytes.
  /// - Parameter path: relative to the bag, separated by `/`.
  mutating func add(
    _ path: String, size: Int, _ body: (([UInt8]) throws(ArchiveError) -> Void) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    switch form {
    case .tar:
      guard let tar else { return }
      try tar.write(TarHeader.file("\(root)/\(path)", size: size))
      try body { (bytes) throws(ArchiveError) in try tar.write(bytes) }
      try tar.write([UInt8](repeating: 0, count: (512 - size % 512) % 512))
    case .folder:
      var folder = temporary
      for part in path.split(separator: "/").dropLast() {
        folder += "/" + part
        if !folders.contains(folder) { try makeFolder(folder) }
      }
      let name = "\(temporary)/\(path)"
      let file = try AppendedFile(name, files)
      written.append(name)
      try body { (bytes) throws(ArchiveError) in try file.write(bytes) }
      try file.finish()
    }
  }

  /// Syncs the bag and renames it to its final name.
  mutating func finish() throws(ArchiveError) {
    if let tar {
      try tar.write([UInt8](repeating: 0, count: 1_024))
      try tar.finish()
    }
    for folder in folders.reversed() { try onDisk { () throws(SystemError) in try files.syncFolder(folder) } }
    try requireFree()
    try onDisk { () throws(SystemError) in
      try files.rename(temporary, to: target)
      try files.syncFolder(target.lastIndex(of: "/").map { String(target[...$0]) } ?? ".")
    }
  }

  /// Removes an incomplete bag.
  func discard() {
    for path in written.reversed() + folders.reversed() { try? files.remove(path) }
  }
}

/// An open file to which bytes are appended.
final class AppendedFile {
  private let path: String
  private let files: any FileOperations
  private var descriptor: Int32

  init(_ path: String, _ files: any FileOperations = SystemFileOperations()) throws(ArchiveError) {
    self.path = path
    self.files = files
    descriptor = try onDisk { () throws(SystemError) in try files.create(path, permissions: nil) }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  func write(_ bytes: [UInt8]) throws(ArchiveError) {
    try onDisk { () throws(SystemError) in try files.writeAll(bytes, to: descriptor, named: path) }
  }

  /// Syncs and closes the file.
  func finish() throws(ArchiveError) {
    try onDisk { () throws(SystemError) in try files.sync(descriptor, named: path) }
    let closing = descriptor
    descriptor = -1
    try onDisk { () throws(SystemError) in try files.close(closing, named: path) }
  }
}

/// Calls a file operation and converts its error, which already names the file.
func onDisk<Value>(_ body: () throws(SystemError) -> Value) throws(ArchiveError) -> Value {
  do throws(SystemError) { return try body() } catch { throw ArchiveError(.io, "\(error).") }
}
