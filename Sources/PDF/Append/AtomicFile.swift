import Glibc

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
    let descriptor = try files.create(temporary)
    var isDone = false
    defer {
      _ = close(descriptor)
      if !isDone { files.remove(temporary) }
    }
    let copied = try copy(path, length ?? .max, to: descriptor, named: temporary, files)
    guard copied == length ?? copied else {
      throw PDFError(code: .io, message: "\(path) has \(copied) bytes, not \(length ?? copied).")
    }
    for part in parts { try write(part, to: descriptor, named: temporary, files) }
    try check()
    let replaces = access(output, F_OK) == 0
    if replaces { try files.sync(descriptor, named: temporary) }
    try files.rename(temporary, to: output)
    isDone = true
    if replaces {
      let folder = output.lastIndex(of: "/").map { $0 == output.startIndex ? "/" : String(output[..<$0]) } ?? "."
      try files.syncFolder(folder)
    }
  }

  /// Copies up to `length` bytes of the file at `path`, and returns how many there were.
  private static func copy(
    _ path: String, _ length: Int, to descriptor: Int32, named name: String, _ files: any FileOperations
  ) throws(PDFError) -> Int {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .system("open", path) }
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
      guard count >= 0 else { throw .system("read", path) }
      if count == 0 { return copied }
      try write(Array(buffer[..<count]), to: descriptor, named: name, files)
      copied += count
    }
    return copied
  }

  /// Writes all of `bytes` to an open file.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String, _ files: any FileOperations
  ) throws(PDFError) {
    var position = 0
    while position < bytes.count {
      let rest = position
      let written: Result<Int, PDFError> = bytes.withUnsafeBytes { buffer in
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[rest...])
        do throws(PDFError) {
          return .success(try files.write(bytes, to: descriptor, named: name))
        } catch {
          return .failure(error)
        }
      }
      position += try written.get()
    }
  }
}
