import Glibc
import OperatingSystem

/// The immutable bytes of a file or of a decoded stream: a memory map, or a copy in memory.
///
/// `@unchecked Sendable`: the memory is written before `init` returns and only read afterwards, and it is freed by
/// `deinit`. The exception is the spare capacity of `init(extending:length:spare:)`: its owner fills it before it
/// passes the new length to other code. A mapped file must not be truncated while it is open. Artifacts never are,
/// because they are replaced by renaming.
package final class PDFBytes: @unchecked Sendable {
  /// The length in bytes.
  package let count: Int
  private let base: UnsafeMutableRawPointer
  private let isMapped: Bool
  /// The file from which the first `fileCount` bytes are mapped, open as long as this object exists; -1 if there is
  /// none.
  private let descriptor: Int32
  private let fileCount: Int

  /// Files up to this size are read rather than mapped: reading is faster, and truncating the file later has no effect.
  private static let mapThreshold = 1 << 20

  /// A copy of bytes in memory.
  package convenience init(_ bytes: [UInt8]) { self.init(parts: [bytes]) }

  /// `prefix` and `parts`, concatenated.
  package init(parts: [[UInt8]], after prefix: PDFBytes? = nil) {
    let head = prefix?.count ?? 0
    count = parts.reduce(head) { $0 + $1.count }
    base = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
    (isMapped, descriptor, fileCount) = (false, -1, 0)
    if let prefix { base.copyMemory(from: prefix.base, byteCount: head) }
    var position = head
    for part in parts {
      write(part, at: position)
      position += part.count
    }
  }

  /// The first `length` bytes of `prefix`, and spare capacity of `spare` bytes for `write`. The part of `prefix` that
  /// is a mapped file is mapped again, so only the rest is copied to memory.
  package init(extending prefix: PDFBytes, length: Int, spare: Int) throws(PDFError) {
    count = length + spare
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let shared = min(length, prefix.fileCount) / page * page
    guard shared > 0 else {
      base = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
      (isMapped, descriptor, fileCount) = (false, -1, 0)
      base.copyMemory(from: prefix.base, byteCount: length)
      return
    }
    let descriptor = fcntl(prefix.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw PDFBytes.failure("fcntl", "the base") }
    guard let whole = PDFBytes.map(base: prefix.base, shared: shared, length: length, count: count, descriptor) else {
      let error = PDFBytes.failure("mmap", "the base")
      _ = close(descriptor)
      throw error
    }
    (base, isMapped, self.descriptor, fileCount) = (whole, true, descriptor, shared)
  }

  /// Maps one contiguous range of addresses: `shared` bytes of the file, then memory for the rest of the prefix and the
  /// spare capacity.
  private static func map(
    base: UnsafeMutableRawPointer, shared: Int, length: Int, count: Int, _ descriptor: Int32
  ) -> UnsafeMutableRawPointer? {
    let reserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let whole = mmap(nil, count, PROT_NONE, reserve, -1, 0), whole != MAP_FAILED else { return nil }
    let isMapped =
      mmap(whole, shared, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) != MAP_FAILED
      && (count == shared || mprotect(whole + shared, count - shared, PROT_READ | PROT_WRITE) == 0)
    guard isMapped else {
      munmap(whole, count)
      return nil
    }
    (whole + shared).copyMemory(from: base + shared, byteCount: length - shared)
    return whole
  }

  /// Fills spare capacity. The caller guarantees that these bytes have not been read yet, and that `part` fits; the
  /// precondition prevents a wrong position from overwriting other memory.
  package func write(_ part: [UInt8], at position: Int) {
    precondition(position >= fileCount && part.count <= count - position)
    part.withUnsafeBytes {
      if let source = $0.baseAddress { (base + position).copyMemory(from: source, byteCount: $0.count) }
    }
  }

  /// The bytes of the regular file at `path`. Large files are mapped, so memory use is proportional to the pages that
  /// are read.
  package init(path: String) throws(PDFError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PDFBytes.failure("open", path) }
    var isKept = false
    defer { if !isKept { _ = close(descriptor) } }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw PDFBytes.failure("fstat", path) }
    if status.st_mode & S_IFMT == S_IFDIR { throw PDFBytes.failure("open", path, EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PDFError(code: .io, message: "\(path) is not a regular file.")
    }
    let size = Int(status.st_size)
    if size > PDFBytes.mapThreshold {
      guard let map = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), map != MAP_FAILED else {
        throw PDFBytes.failure("mmap", path)
      }
      (base, count, isMapped, self.descriptor, fileCount) = (map, size, true, descriptor, size)
      isKept = true
    } else {
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: 16)
      var filled = 0
      while filled < size {
        let got = read(descriptor, buffer + filled, size - filled)
        if got < 0 && errno == EINTR { continue }
        guard got >= 0 else {
          buffer.deallocate()
          throw PDFBytes.failure("read", path)
        }
        if got == 0 { break }
        filled += got
      }
      (base, count, isMapped, self.descriptor, fileCount) = (buffer, filled, false, -1, 0)
    }
  }

  deinit {
    if isMapped { munmap(base, count) } else { base.deallocate() }
    if descriptor >= 0 { _ = close(descriptor) }
  }

  private static func failure(_ call: String, _ path: String, _ number: Int32 = errno) -> PDFError {
    PDFError(code: .io, message: "\(SystemError(call, errno: number, path: path)).")
  }

  /// Returns the memory of the whole pages in `range` of a mapped file to the system, for callers that read a large
  /// file from end to end. The bytes can still be read; they are loaded from the file again.
  package func release(_ range: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = (max(0, range.lowerBound) + page - 1) / page * page
    let end = min(range.upperBound, fileCount) / page * page
    guard isMapped, start < end else { return }
    _ = madvise(base + start, end - start, Int32(MADV_DONTNEED))
  }

  /// The byte at `offset`, which must be in bounds.
  @inline(__always)
  package subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return withExtendedLifetime(self) { base.load(fromByteOffset: offset, as: UInt8.self) }
  }

  /// The bytes of `range`, clamped to the bounds.
  package func array(_ range: Range<Int>) -> [UInt8] {
    withBytes(range) { Array($0) }
  }

  /// Calls `body` with the bytes of `range`, clamped to the bounds.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Whether a text is at an offset, which may be beyond the end.
  package func hasBytes(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count, text.utf8CodeUnitCount <= count - offset else { return false }
    return withExtendedLifetime(self) { memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0 }
  }

  /// The offset of the first occurrence of `text` in `range`.
  package func first(_ text: StaticString, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<count)
    var offset = range.lowerBound
    while offset + text.utf8CodeUnitCount <= range.upperBound {
      let rest = range.upperBound - offset
      let found = withExtendedLifetime(self) { memchr(base + offset, Int32(text.utf8Start.pointee), rest) }
      guard let found else { return nil }
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if offset + text.utf8CodeUnitCount <= range.upperBound, hasBytes(text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// The offset of the last occurrence of `text` in `range`.
  package func last(_ text: StaticString, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: 0..<count)
    var offset = range.upperBound - text.utf8CodeUnitCount
    while offset >= range.lowerBound {
      if hasBytes(text, at: offset) { return offset }
      offset -= 1
    }
    return nil
  }
}
