import CLinux
import Glibc

extension PDFAssembly {
  /// Writes `base` and `segments` in order to the file `output`, which appears whole and checked, or not at all.
  ///
  /// The kernel copies the base, sharing its blocks where the file system can, so that memory does not depend on its
  /// size. The check runs on the new file before it gets its name. `output` may be the base itself.
  @discardableResult
  package static func assemble(
    basePath: String, segments: [[UInt8]], to output: String, limits: PDFLimits = PDFLimits()
  ) throws(PDFError) -> PDFFile {
    let temporary = "\(output).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("open", temporary) }
    var isDone = false
    defer {
      _ = close(descriptor)
      if !isDone { _ = unlink(temporary) }
    }
    let baseLength = try copy(basePath, to: descriptor, named: temporary)
    for segment in segments { try write(segment, to: descriptor, named: temporary) }

    let whole = try PDFBytes(path: temporary)
    try check(whole, baseLength: baseLength, segments: segments.map(\.count), limits: limits)
    let file = try PDFFile(whole, limits: limits)
    guard fsync(descriptor) == 0 else { throw failure("fsync", temporary) }
    guard rename(temporary, output) == 0 else { throw failure("rename", output) }
    isDone = true
    try syncFolder(of: output)
    return file
  }

  /// Copies the file at `path`, and returns its length.
  private static func copy(_ path: String, to descriptor: Int32, named name: String) throws(PDFError) -> Int {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw failure("open", path) }
    defer { _ = close(source) }
    var copied = 0
    while true {
      let count = clinux_copy_file_range(source, descriptor, 1 << 30)
      if count == 0, copied > 0 { return copied }
      if count > 0 {
        copied += count
        continue
      }
      if count < 0, errno == EINTR { continue }
      // Not every pair of file systems can; and some answer 0 for files they make up.
      guard count == 0 || [ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM].contains(errno) else {
        throw failure("copy_file_range", name)
      }
      break
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return copied }
      try write(buffer[..<count], to: descriptor, named: name)
      copied += count
    }
  }

  private static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32, named name: String) throws(PDFError)
  {
    let bytes = Array(bytes)
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + position }, bytes.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write", name) }
      position += count
    }
  }

  private static func syncFolder(of path: String) throws(PDFError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", folder) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync", folder) }
  }

  private static func failure(_ call: String, _ path: String) -> PDFError {
    PDFError(code: .io, message: "\(path): \(call): \(String(cString: strerror(errno))).")
  }
}
