import ArtifactStore
import Glibc
import OperatingSystem
import Synchronization

/// The system's file operations, except that operation number `failing` (from 0) fails with `errno`.
final class FaultyFileOperations: FileOperations {
  private let system = SystemFileOperations()
  private let failing: Int
  private let errno: Int32
  private let count = Atomic<Int>(0)

  init(failing: Int, errno: Int32) {
    self.failing = failing
    self.errno = errno
  }

  /// The number of operations so far, except removals, which clean up.
  var steps: Int { count.load(ordering: .relaxed) }

  private func step(_ call: String, _ path: String) throws(SystemError) {
    if count.add(1, ordering: .relaxed).oldValue == failing { throw SystemError(call, errno: errno, path: path) }
  }

  func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
    try step("mkdir", path)
    return try system.makeFolder(path, permissions: permissions)
  }

  func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
    try step("open", path)
    return try system.create(path, permissions: permissions)
  }

  func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(SystemError) -> Int? {
    try step("copy_file_range", path)
    return try system.copy(from: source, to: target, count: count, named: path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(SystemError) -> Int {
    do throws(SystemError) {
      try step("write", path)
    } catch {
      // A disk that fills up stores a part of the bytes first.
      _ = try system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), to: descriptor, named: path)
      throw error
    }
    return try system.write(bytes, to: descriptor, named: path)
  }

  func sync(_ descriptor: Int32, named path: String) throws(SystemError) {
    try step("fsync", path)
    try system.sync(descriptor, named: path)
  }

  func close(_ descriptor: Int32, named path: String) throws(SystemError) {
    try system.close(descriptor, named: path)
    try step("close", path)
  }

  func rename(_ path: String, to target: String) throws(SystemError) {
    try step("rename", target)
    try system.rename(path, to: target)
  }

  func syncFolder(_ path: String) throws(SystemError) {
    try step("fsync", path)
    try system.syncFolder(path)
  }

  func remove(_ path: String) throws(SystemError) { try system.remove(path) }
}
