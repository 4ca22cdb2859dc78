import Foundation
import OperatingSystem
import TestTraits
import Testing

@Suite(.hangLimit) struct FileOperationsTests {
  private let files = SystemFileOperations()

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func aFileThatExistsIsNotOverwritten() throws {
    try withFolder { folder in
      let path = folder + "/file"
      let descriptor = try files.create(path, permissions: nil)
      try files.writeAll(Array("text".utf8), to: descriptor, named: path)
      try files.close(descriptor, named: path)
      let error = #expect(throws: SystemError.self) { try files.create(path, permissions: nil) }
      #expect(error == SystemError("open", errno: EEXIST, path: path))
      #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
    }
  }

  @Test func permissionsDoNotDependOnTheUmask() throws {
    try withFolder { folder in
      let path = folder + "/file"
      try files.close(try files.create(path, permissions: 0o666), named: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o666)
    }
  }

  @Test func filesAndEmptyFoldersAreRemoved() throws {
    try withFolder { folder in
      let inner = folder + "/inner"
      #expect(try files.makeFolder(inner, permissions: 0o777))
      #expect(try !files.makeFolder(inner, permissions: 0o777))
      let path = inner + "/file"
      try files.close(try files.create(path, permissions: nil), named: path)
      #expect(throws: SystemError.self) { try files.remove(inner) }
      try files.remove(path)
      try files.remove(inner)
      #expect(!FileManager.default.fileExists(atPath: inner))
    }
  }
}
