import ArchiveTesting
import Foundation
import TestTraits
import Testing

@testable import PDF

/// If the process ends at any byte of writing, either the old or the new file exists, and it is complete.
@Suite(.hangLimit) struct LossTests {
  @Test(arguments: [true, false])
  func interruptedAssemblyLeavesTheOldOrTheNewFile(replaces: Bool) throws {
    try Fixture.withFolder { folder in
      let segment = Fixture.Segment().bytes
      let (base, output) = (folder + "/base.pdf", folder + "/out.pdf")
      let old: [UInt8]? = replaces ? Array("old".utf8) : nil
      let new = Fixture.table() + segment
      var units = 1
      while true {
        if let old { try Data(old).write(to: URL(fileURLWithPath: output)) } else { unlink(output) }
        let killed = KilledFileOperations(after: units)
        let isDone = (try? Assembly.assemble(basePath: base, segments: [segment], to: output, files: killed)) != nil
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

  /// `archive extract` writes a part of a file, possibly to the same name.
  @Test(arguments: ["out.pdf", "base.pdf"])
  func interruptedExtractionLeavesTheOldOrTheNewFile(name: String) throws {
    try Fixture.withFolder { folder in
      let base = folder + "/base.pdf"
      let output = folder + "/" + name
      let whole = Fixture.table() + Fixture.Segment().bytes
      var units = 1
      while true {
        try Data(whole).write(to: URL(fileURLWithPath: base))
        if name != "base.pdf" { unlink(output) }
        let old = FileManager.default.contents(atPath: output).map { [UInt8]($0) }
        let killed = KilledFileOperations(after: units)
        try? AtomicFile.write(prefixOf: base, length: Fixture.table().count, to: output, files: killed)
        let found = FileManager.default.contents(atPath: output).map { [UInt8]($0) }
        #expect(found == old || found == Fixture.table(), "after \(units)")
        for left in try FileManager.default.contentsOfDirectory(atPath: folder) where left.hasSuffix(".tmp") {
          unlink(folder + "/" + left)
        }
        guard killed.isDead else { break }
        units += 1
      }
      #expect(FileManager.default.contents(atPath: output).map { [UInt8]($0) } == Fixture.table())
    }
  }

  @Test func anErrorLeavesNoTemporaryFile() throws {
    try Fixture.withFolder { folder in
      expect(.io) {
        try AtomicFile.write(prefixOf: folder + "/base.pdf", length: 1 << 20, to: folder + "/out.pdf")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["base.pdf"])
    }
  }
}
