import Foundation
import Synchronization
import Testing

@testable import PDFObjects

/// The process may end at any byte of writing: there is the old file or the new one.
@Suite struct LossTests {
  /// Stops for good after so many bytes and steps, as a process that is killed does: nothing is tidied up.
  final class Killed: FileOperations {
    private let left: Mutex<Int>
    private let system = SystemFileOperations()

    init(after units: Int) { left = Mutex(units) }

    var isDead: Bool { left.withLock { $0 <= 0 } }

    /// As many of `wanted` as are left to do; throws where none is.
    private func spend(_ wanted: Int) throws(PDFError) -> Int {
      let granted = left.withLock { left in
        let granted = min(left, wanted)
        left -= granted
        return granted
      }
      guard granted > 0 else { throw PDFError(code: .io, message: "killed") }
      return granted
    }

    func create(_ path: String) throws(PDFError) -> Int32 {
      _ = try spend(1)
      return try system.create(path)
    }

    func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(PDFError) -> Int? {
      try system.copy(from: source, to: target, count: try spend(min(count, 64)), named: path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(PDFError) -> Int {
      let granted = try spend(bytes.count)
      return try system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(granted)), to: descriptor, named: path)
    }

    func sync(_ descriptor: Int32, named path: String) throws(PDFError) {
      _ = try spend(1)
      try system.sync(descriptor, named: path)
    }

    func rename(_ path: String, to target: String) throws(PDFError) {
      _ = try spend(1)
      try system.rename(path, to: target)
    }

    func syncFolder(_ path: String) throws(PDFError) {
      _ = try spend(1)
      try system.syncFolder(path)
    }

    func remove(_ path: String) { if !isDead { system.remove(path) } }
  }

  @Test(arguments: [true, false])
  func atEveryByteThereIsTheOldFileOrTheNewOne(replaces: Bool) throws {
    try FileAssemblyTests().withFolder { folder in
      let segment = Fixture.Segment().bytes
      let (base, output) = (folder + "/base.pdf", folder + "/out.pdf")
      let old: [UInt8]? = replaces ? Array("old".utf8) : nil
      let new = Fixture.table() + segment
      var units = 1
      while true {
        if let old { try Data(old).write(to: URL(fileURLWithPath: output)) } else { unlink(output) }
        let killed = Killed(after: units)
        let isDone = (try? PDFAssembly.assemble(basePath: base, segments: [segment], to: output, files: killed)) != nil
        let found = FileManager.default.contents(atPath: output).map { [UInt8]($0) }
        #expect(found == old || found == new, "after \(units)")
        #expect(!isDone || found == new)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".tmp") {
          unlink(folder + "/" + name)
        }
        if !killed.isDead { break }
        units += 1
      }
      #expect(units > new.count)
    }
  }

  @Test func aFaultLeavesNothingBehind() throws {
    try FileAssemblyTests().withFolder { folder in
      expect(.io) {
        try PDFAssembly.write(prefixOf: folder + "/base.pdf", length: 1 << 20, to: folder + "/out.pdf")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["base.pdf"])
    }
  }
}
