import Glibc

/// A file in memory, whose pages are the file's until they are written to; what is written stays here.
final class MappedFile {
  let bytes: UnsafeMutableRawBufferPointer

  /// `nil` where the file cannot be read, or is empty.
  init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0,
      let address = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0), address != MAP_FAILED
    else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: address, count: Int(status.st_size))
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}
