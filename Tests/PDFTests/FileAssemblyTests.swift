import ArchiveTesting
import Foundation
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct FileAssemblyTests {
  @Test func theFileIsBaseAndSegments() throws {
    try Fixture.withFolder { folder in
      let segment = Fixture.Segment().bytes
      let file = try Assembly.assemble(basePath: folder + "/base.pdf", segments: [segment], to: folder + "/out.pdf")
      #expect(try file.pages().count == 1)
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/out.pdf"))) == Fixture.table() + segment)
    }
  }

  @Test func anInvalidSegmentLeavesNoFile() throws {
    try Fixture.withFolder { folder in
      expect(.segment) {
        try Assembly.assemble(
          basePath: folder + "/base.pdf", segments: [Fixture.Segment(size: 1).bytes], to: folder + "/out.pdf")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["base.pdf"])
    }
  }

  @Test func theOutputMayBeTheBase() throws {
    try Fixture.withFolder { folder in
      let segment = Fixture.Segment().bytes
      try Assembly.assemble(basePath: folder + "/base.pdf", segments: [segment], to: folder + "/base.pdf")
      #expect(try PDFFile(path: folder + "/base.pdf").sections.count == 2)
    }
  }

  @Test func largeFilesAreMapped() throws {
    try Fixture.withFolder { folder in
      let filler = String(repeating: "x", count: 2 << 20)
      let bytes = Fixture.table(Fixture.onePage + ["(\(filler))"])
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/large.pdf"))
      let file = try PDFFile(path: folder + "/large.pdf")
      #expect(try file.pages().count == 1)
      #expect(try file.object(PDFReference(4, 0)!).string?.count == 2 << 20)
    }
  }

  @Test func aMissingFileIsAnError() {
    expect(.io) { _ = try PDFFile(path: "/none/such.pdf") }
    expect(.io) { _ = try PDFFile(path: "/") }
  }
}
