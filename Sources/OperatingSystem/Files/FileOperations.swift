import Glibc

/// The system calls that create a file durably, one by one, so that tests can make any of them fail or stop there.
package protocol FileOperations: Sendable {
  /// Creates a file that must not exist yet, open for reading and writing.
  /// - Parameter permissions: exactly these; nil for 0666 without the bits of the umask.
  func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32
  /// Copies up to `count` bytes from the current position of `source` to the current position of `target` in the
  /// kernel. File systems that support it share the blocks.
  /// - Parameter path: the target, for errors.
  /// - Returns: the number of bytes copied, 0 at the end of `source`; nil if the kernel cannot copy between these
  ///   files.
  func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(SystemError) -> Int?
  /// Writes at least one of `bytes`.
  /// - Returns: the number of bytes written.
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(SystemError) -> Int
  /// Waits until the file's bytes are on the disk.
  func sync(_ descriptor: Int32, named path: String) throws(SystemError)
  func close(_ descriptor: Int32, named path: String) throws(SystemError)
  /// Creates a folder.
  /// - Parameter permissions: without the bits of the umask.
  /// - Returns: false if there is one already.
  func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool
  func rename(_ path: String, to target: String) throws(SystemError)
  /// Waits until the folder's entries are on the disk.
  func syncFolder(_ path: String) throws(SystemError)
  /// Removes a file or an empty folder.
  func remove(_ path: String) throws(SystemError)
}

extension FileOperations {
  /// Writes all of `bytes`.
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest), to: descriptor, named: path))
    }
  }

  /// Writes all of `bytes`.
  package func writeAll(_ bytes: [UInt8], to descriptor: Int32, named path: String) throws(SystemError) {
    let failure: SystemError? = bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        try writeAll(buffer, to: descriptor, named: path)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
