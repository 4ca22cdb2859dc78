import Crypto
import Glibc
import PDFObjects

/// Where a bag's files go: a folder, or one tar file. What is there under the final name is whole: all is written under
/// another name first.
struct BagSink {
  enum Form { case folder, tar }

  private let form: Form
  private let target: String
  private let temporary: String
  /// The folder that a tar file unpacks to.
  private let root: String
  private var tar: OutputFile?

  init(_ form: Form, at target: String) throws(ArchiveError) {
    self.form = form
    self.target = target
    temporary = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let name = target.split(separator: "/").last.map(String.init) ?? "bag"
    root = name.hasSuffix(".tar") ? String(name.dropLast(4)) : name
    guard access(target, F_OK) != 0 else {
      throw ArchiveError(.io, "there is something of that name already", place: target)
    }
    switch form {
    case .folder: try BagSink.makeFolder(temporary)
    case .tar: tar = try OutputFile(temporary)
    }
  }

  /// Writes a file of the bag. `body` is given what takes its bytes.
  /// - Parameter path: relative to the bag, with `/`.
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
        try BagSink.makeFolder(folder)
      }
      let file = try OutputFile("\(temporary)/\(path)")
      try body { (bytes) throws(ArchiveError) in try file.write(bytes) }
      try file.finish()
    }
  }

  /// Gives the bag its name.
  mutating func finish() throws(ArchiveError) {
    if let tar {
      try tar.write([UInt8](repeating: 0, count: 1_024))
      try tar.finish()
    }
    guard rename(temporary, target) == 0 else { throw ArchiveError.system("rename", target) }
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArchiveError.system("open", folder) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw ArchiveError.system("fsync", folder) }
  }

  /// Takes away what is not finished.
  func discard() { BagFolder.remove(temporary) }

  private static func makeFolder(_ path: String) throws(ArchiveError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw ArchiveError.system("mkdir", path) }
  }
}

/// A file being written.
final class OutputFile {
  private let path: String
  private var descriptor: Int32

  init(_ path: String) throws(ArchiveError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw ArchiveError.system("open", path) }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  func write(_ bytes: [UInt8]) throws(ArchiveError) {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + position }, $0.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ArchiveError.system("write", path) }
      position += count
    }
  }

  /// Waits until the bytes are on the disk.
  func finish() throws(ArchiveError) {
    guard fsync(descriptor) == 0 else { throw ArchiveError.system("fsync", path) }
    let closing = descriptor
    descriptor = -1
    guard close(closing) == 0 else { throw ArchiveError.system("close", path) }
  }
}

extension ArchiveError {
  static func system(_ call: String, _ path: String) -> ArchiveError {
    ArchiveError(.io, "\(call): \(String(cString: strerror(errno)))", place: path)
  }
}
