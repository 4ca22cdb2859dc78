import Glibc
import OperatingSystem
import Synchronization

/// Fails permanently after a number of bytes and operations, like a killed process: nothing is cleaned up.
package final class KilledFileOperations: FileOperations {
  private let left: Mutex<Int>
  private let system = SystemFileOperations()

  package init(after units: Int) { left = Mutex(units) }

  package var isDead: Bool { left.withLock { $0 <= 0 } }

  /// Up to `wanted` of the remaining units; throws if there are none.
  private func spend(_ wanted: Int) throws(SystemError) -> Int {
    let granted = left.withLock { left in
      let granted = min(left, wanted)
      left -= granted
      return granted
    }
    guard granted > 0 else { throw SystemError("killed", errno: EIO) }
    return granted
  }

  package func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
    _ = try spend(1)
    return try system.create(path, permissions: permissions)
  }

  package func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(SystemError) -> Int? {
    try system.copy(from: source, to: target, count: try spend(min(count, 64)), named: path)
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String
  ) throws(SystemError) -> Int {
    let granted = try spend(bytes.count)
    return try system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(granted)), to: descriptor, named: path)
  }

  package func sync(_ descriptor: Int32, named path: String) throws(SystemError) {
    _ = try spend(1)
    try system.sync(descriptor, named: path)
  }

  package func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
    _ = try spend(1)
    return try system.makeFolder(path, permissions: permissions)
  }

  package func rename(_ path: String, to target: String) throws(SystemError) {
    _ = try spend(1)
    try system.rename(path, to: target)
  }

  package func syncFolder(_ path: String) throws(SystemError) {
    _ = try spend(1)
    try system.syncFolder(path)
  }

  package func close(_ descriptor: Int32, named path: String) throws(SystemError) {
    try system.close(descriptor, named: path)
  }

  package func remove(_ path: String) throws(SystemError) { if !isDead { try system.remove(path) } }
}
