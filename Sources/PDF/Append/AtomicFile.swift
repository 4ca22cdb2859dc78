import Glibc
import System

/// Writes files that appear under their name whole or not at all.
package enum AtomicFile {
  /// Writes the first `length` bytes of a file (all by default), and `parts` after them, to the file `output`, which
  /// appears whole or not at all.
  ///
  /// The kernel copies the prefix, sharing its blocks where the file system can, so that memory does not depend on its
  /// length. Where `output` replaces a file, the bytes are on the disk before they take that file's place; a new file
  /// is as safe as a copy is.
  ///
  /// - Parameter check: what must hold before the new file gets its name.
  package static func write(
    prefixOf path: String, length: Int? = nil, then parts: [[UInt8]] = [], to output: String,
    files: any FileOperations = SystemFileOperations(),
    check: () throws(PDFError) -> Void = {}
  ) throws(PDFError) {
    let temporary = "\(output).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = try reporting { () throws(SystemError) in try files.create(temporary, permissions: nil) }
    var isDone = false
    defer {
      _ = close(descriptor)
      if !isDone { try? files.remove(temporary) }
    }
    let copied = try reporting { () throws(SystemError) in
      try copy(path, length ?? .max, to: descriptor, named: temporary, files)
    }
    guard copied == length ?? copied else {
      throw PDFError(code: .io, message: "\(path) has \(copied) bytes, not \(length ?? copied).")
    }
    try reporting { () throws(SystemError) in
      for part in parts { try files.writeAll(part, to: descriptor, named: temporary) }
    }
    try check()
    let replaces = access(output, F_OK) == 0
    try reporting { () throws(SystemError) in
      if replaces { try files.sync(descriptor, named: temporary) }
      try files.rename(temporary, to: output)
      isDone = true
      if replaces {
        let folder = output.lastIndex(of: "/").map { $0 == output.startIndex ? "/" : String(output[..<$0]) } ?? "."
        try files.syncFolder(folder)
      }
    }
  }

  /// Copies up to `length` bytes of the file at `path`, and returns how many there were.
  private static func copy(
    _ path: String, _ length: Int, to descriptor: Int32, named name: String, _ files: any FileOperations
  ) throws(SystemError) -> Int {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw SystemError("open", path: path) }
    defer { _ = close(source) }
    var copied = 0
    while copied < length {
      guard let count = try files.copy(from: source, to: descriptor, count: length - copied, named: name) else { break }
      copied += count
      if count > 0 { continue }
      if copied > 0 { return copied }
      // Some file systems answer 0 for files that they make up.
      break
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while copied < length {
      let wanted = min(buffer.count, length - copied)
      let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path: path) }
      if count == 0 { return copied }
      try files.writeAll(Array(buffer[..<count]), to: descriptor, named: name)
      copied += count
    }
    return copied
  }

  /// Runs file operations and throws their errors as `PDFError`.
  private static func reporting<Value>(_ body: () throws(SystemError) -> Value) throws(PDFError) -> Value {
    do throws(SystemError) { return try body() } catch { throw PDFError(error) }
  }
}

extension PDFError {
  /// The error for a system call that failed.
  package init(_ error: SystemError) { self.init(code: .io, message: "\(error).") }
}
