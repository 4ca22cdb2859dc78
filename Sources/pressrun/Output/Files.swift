import Foundation

/// The bytes of a file or a pipe, or of stdin if the path is `-`.
func read(_ path: String) throws -> [UInt8] {
  if path == "-" { return try readAll(.standardInput) }
  do {
    let url = URL(fileURLWithPath: path)
    var status = stat()
    // `Data` does not read pipes.
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      return try readAll(try FileHandle(forReadingFrom: url))
    }
    return [UInt8](try Data(contentsOf: url))
  } catch {
    throw Failure("cannot be read: \(reason(error))", place: path, status: Failure.badInput)
  }
}

func readAll(_ handle: FileHandle) throws -> [UInt8] { [UInt8](try handle.readToEnd() ?? Data()) }

/// Writes a document to a file, whole or not at all, or to stdout if the path is `-`.
func write(_ bytes: [UInt8], to path: String) throws {
  if path == "-" { return try FileHandle.standardOutput.write(contentsOf: Data(bytes)) }
  do {
    try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
  } catch {
    throw Failure("cannot be written: \(reason(error))", place: path)
  }
}

/// The system's reason of a Foundation error.
private func reason(_ error: any Error) -> String {
  switch (error as? CocoaError)?.code {
  case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file or folder"
  case .fileReadNoPermission?, .fileWriteNoPermission?: "permission denied"
  case .fileWriteOutOfSpace?: "no space is left on the device"
  default: ((error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map { "\($0)" } ?? "\(error)"
  }
}
