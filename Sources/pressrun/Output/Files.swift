import Foundation
import OperatingSystem

/// The bytes of a file or a pipe, or of stdin if the path is `-`.
func read(_ path: String) throws -> [UInt8] {
  if path == "-" { return try readAll(.standardInput) }
  do {
    let url = URL(fileURLWithPath: path)
    // `Data` does not read pipes.
    if fileType(path) == S_IFIFO {
      return try readAll(try FileHandle(forReadingFrom: url))
    }
    return [UInt8](try Data(contentsOf: url))
  } catch {
    throw Failure(reason(error), place: path, status: Failure.badInput)
  }
}

func readAll(_ handle: FileHandle) throws -> [UInt8] { [UInt8](try handle.readToEnd() ?? Data()) }

/// Writes a document to a file, whole or not at all, or to stdout if the path is `-`. Bytes that were written to a pipe
/// or a device cannot be taken back.
func write(_ bytes: [UInt8], to path: String) throws {
  if path == "-" { return try FileHandle.standardOutput.write(contentsOf: Data(bytes)) }
  do {
    let url = URL(fileURLWithPath: path)
    switch fileType(path) {
    // An atomic write replaces a symbolic link, for example /dev/stdout, and puts a regular file in the place of a pipe
    // or device.
    case nil, S_IFREG?, S_IFDIR?: try Data(bytes).write(to: url.resolvingSymlinksInPath(), options: .atomic)
    default: try FileHandle(forWritingTo: url).write(contentsOf: Data(bytes))
    }
  } catch {
    let hasFolder = FileManager.default.fileExists(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    throw Failure("cannot be written: \(hasFolder ? reason(error) : "its folder does not exist")", place: path)
  }
}

/// The type of a file as `S_IFMT` selects it, after symbolic links; nil if there is no such file.
private func fileType(_ path: String) -> mode_t? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

/// The system's reason of a Foundation error.
private func reason(_ error: any Error) -> String {
  switch (error as? CocoaError)?.code {
  case .fileReadNoSuchFile?, .fileNoSuchFile?: return SystemError("open", errno: ENOENT).explanation
  case .fileReadNoPermission?, .fileWriteNoPermission?: return SystemError("open", errno: EACCES).explanation
  case .fileWriteOutOfSpace?: return SystemError("write", errno: ENOSPC).explanation
  default: break
  }
  let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
  let (domain, number) = ((cause as NSError).domain, (cause as NSError).code)
  return domain == NSPOSIXErrorDomain ? SystemError("read", errno: Int32(number)).explanation : "\(cause)"
}
