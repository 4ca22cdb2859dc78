import Glibc
import OperatingSystem

/// Writes files atomically: a file gets its name once it is complete.
package enum AtomicFile {
  /// Writes the first `length` bytes of a file, by default all, and `parts` to the file `output`.
  ///
  /// The kernel copies the prefix and shares its blocks if the file system supports that, so memory use does not depend
  /// on its length. If `output` exists, the bytes are synchronised to disk before they replace it. A new file is not
  /// synchronised.
  ///
  /// - Parameter check: called before the new file gets its name; throws to prevent that.
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

  /// Copies up to `length` bytes of the file at `path`.
  /// - Returns: the number of bytes copied.
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
      // For generated files, such as in /proc, the call copies 0 bytes.
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
