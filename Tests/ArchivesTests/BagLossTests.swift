import ArchiveTesting
import Foundation
import OperatingSystem
import PDF
import TestTraits
import Testing

@testable import Archives

/// The process can end at any step of writing a bag. Then there is no bag, or a complete one.
@Suite(.hangLimit) struct BagLossTests {
  private func export() throws -> ArchiveExport {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    return try fixture.export()
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test(arguments: ["bag", "bag.tar"])
  func interruptedExportLeavesNoBagOrCompleteBag(name: String) throws {
    let export = try export()
    try withFolder { folder in
      let bag = folder + "/" + name
      // Increasing step lengths cover every kind of step and every file.
      var units = 1
      var isDone = false
      while !isDone {
        let killed = KilledFileOperations(after: units)
        isDone = (try? BagWriter.write(export, to: bag, files: killed)) != nil
        if FileManager.default.fileExists(atPath: bag) {
          #expect(BagReader.verify(bag).fault == nil, "after \(units)")
        } else {
          #expect(!isDone)
        }
        for left in try FileManager.default.contentsOfDirectory(atPath: folder) {
          #expect(left == name || left.hasSuffix(".tmp"))
          try FileManager.default.removeItem(atPath: folder + "/" + left)
        }
        units += units < 100 ? 1 : 41
      }
      #expect(units > export.base.length * 2)
    }
  }

  @Test(arguments: ["bag", "bag.tar"])
  func errorLeavesNoFiles(name: String) throws {
    try withFolder { folder in
      var export = try export()
      // The number does not fit a tar header.
      export.segments[0] = ArchiveSegment(
        untracked: [1], sequence: 1, document: String(repeating: "x", count: 300), format: .pdf, parent: "",
        clientID: "")
      struct Refusing: FileOperations {
        let system = SystemFileOperations()
        func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
          try system.create(path, permissions: permissions)
        }
        func copy(
          from source: Int32, to target: Int32, count: Int, named path: String
        ) throws(SystemError) -> Int? { nil }
        func write(
          _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String
        ) throws(SystemError) -> Int {
          // Simulates a full disk. The PREMIS file is the first whose error names it.
          guard !bytes.starts(with: Array("<?xml".utf8)) else { throw SystemError("write", errno: ENOSPC, path: path) }
          return try system.write(bytes, to: descriptor, named: path)
        }
        func sync(_ descriptor: Int32, named path: String) throws(SystemError) {}
        func close(_ descriptor: Int32, named path: String) throws(SystemError) {
          try system.close(descriptor, named: path)
        }
        func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
          try system.makeFolder(path, permissions: permissions)
        }
        func rename(_ path: String, to target: String) throws(SystemError) { try system.rename(path, to: target) }
        func syncFolder(_ path: String) throws(SystemError) {}
        func remove(_ path: String) throws(SystemError) { try system.remove(path) }
      }
      #expect(code { try BagWriter.write(export, to: folder + "/" + name, files: Refusing()) } == .io)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
}
