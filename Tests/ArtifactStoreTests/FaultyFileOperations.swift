import ArtifactStore
import Glibc
import Synchronization

/// The real file operations, of which the one numbered `failing` (from 0) fails with `errno`.
final class FaultyFileOperations: FileOperations {
  private let system = SystemFileOperations()
  private let failing: Int
  private let errno: Int32
  private let count = Atomic<Int>(0)

  init(failing: Int, errno: Int32) {
    self.failing = failing
    self.errno = errno
  }

  /// Operations asked for so far, not counting removals: cleaning up is not a step of writing.
  var steps: Int { count.load(ordering: .relaxed) }

  private func step(_ call: String) throws(FileFault) {
    if count.add(1, ordering: .relaxed).oldValue == failing { throw FileFault(call, errno: errno) }
  }

  func makeFolder(_ path: String) throws(FileFault) -> Bool {
    try step("mkdir")
    return try system.makeFolder(path)
  }

  func create(_ path: String) throws(FileFault) -> Int32 {
    try step("open")
    return try system.create(path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileFault) {
    do throws(FileFault) {
      try step("write")
    } catch {
      // A disk that fills up takes a part of the bytes first.
      try system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), to: descriptor)
      throw error
    }
    try system.write(bytes, to: descriptor)
  }

  func sync(_ descriptor: Int32) throws(FileFault) {
    try step("fsync")
    try system.sync(descriptor)
  }

  func close(_ descriptor: Int32) throws(FileFault) {
    try system.close(descriptor)
    try step("close")
  }

  func rename(_ path: String, to target: String) throws(FileFault) {
    try step("rename")
    try system.rename(path, to: target)
  }

  func syncFolder(_ path: String) throws(FileFault) {
    try step("fsync")
    try system.syncFolder(path)
  }

  func remove(_ path: String) throws(FileFault) { try system.remove(path) }
}
