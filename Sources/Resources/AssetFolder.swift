import Diagnostics
import Glibc

/// A folder whose regular files may be read, and nothing outside it.
///
/// Symbolic links are followed only if their targets are in the folder (mounted Kubernetes volumes consist of such
/// links).
struct AssetFolder: Sendable {
  private let name: String
  /// The path of the folder without links; `nil` if it does not exist.
  private let root: String?

  init(_ path: String) {
    name = path
    root = Self.realPath(path)
  }

  /// - Parameter path: the components relative to the folder, without `..` and slashes.
  func read(_ path: [String], address: String, maximumBytes: Int) throws(ResourceError) -> [UInt8] {
    guard let root else {
      throw ResourceError(
        code: .missing, message: "The assets folder \(Quotation.of(name)) does not exist.", address: address)
    }
    let file = try open(path, root: root, address: address)
    defer { close(file) }

    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ResourceError(code: .refused, message: "The address does not name a regular file.", address: address)
    }
    guard status.st_size <= maximumBytes else {
      throw ResourceError(code: .tooLarge, message: "The file holds more than \(maximumBytes) bytes.", address: address)
    }
    return try readAll(file, size: Int(status.st_size), address: address)
  }

  /// Resolves the path, refuses targets outside of the folder, and opens the result component by component without
  /// following links, so that a link created in the meantime is not followed.
  private func open(_ path: [String], root: String, address: String) throws(ResourceError) -> Int32 {
    let inside = root == "/" ? root : root + "/"
    guard let real = Self.realPath(inside + path.joined(separator: "/")) else {
      throw ResourceError(
        code: errno == EACCES ? .refused : .missing, message: "There is no such file among the assets (\(reason())).",
        address: address)
    }
    guard real.hasPrefix(inside) else {
      throw ResourceError(code: .refused, message: "The path leads out of the assets folder.", address: address)
    }
    let names = real.utf8.dropFirst(inside.utf8.count).split(separator: UInt8(ascii: "/")).compactMap { String($0) }
    var descriptor = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() where descriptor >= 0 {
      let folder = descriptor
      let kind = index + 1 < names.count ? O_DIRECTORY : O_NONBLOCK
      descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      let failure = errno
      close(folder)
      errno = failure
    }
    guard descriptor >= 0, !names.isEmpty else {
      throw ResourceError(code: .missing, message: "The file cannot be opened (\(reason())).", address: address)
    }
    return descriptor
  }

  private func readAll(_ file: Int32, size: Int, address: String) throws(ResourceError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size - count)
        if read < 0 && errno == EINTR { continue }
        if read < 0 { failed = true }
        if read <= 0 { break }
        count += read
      }
    }
    if failed {
      throw ResourceError(code: .missing, message: "The file cannot be read (\(reason())).", address: address)
    }
    return bytes
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  private func reason() -> String { String(cString: strerror(errno)) }
}
