import Foundation
import OperatingSystem
import Rendering
import TestTraits
import Testing

/// `pressrun page-picture`, the process that draws pages for the dashboard.
@Suite(.hangLimit) struct PagePictureTests {
  private let renderer = PagePictureRenderer(
    program: ProgramCommand(path: pressrunPath, arguments: ["page-picture"], environment: ["PATH": "/usr/bin:/bin"]))

  @Test func aPageOfADocumentIsDrawnInAProcessOfItsOwn() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appendingPathComponent("page.html")
    let document = folder.appendingPathComponent("page.pdf")
    try "<p>A page".write(to: page, atomically: true, encoding: .utf8)
    let run = try await onThread(name: "render") {
      try ProgramRun(
        ProgramCommand(
          path: pressrunPath, arguments: ["render", page.path, "-o", document.path],
          environment: ProcessInfo.processInfo.environment))
    }
    #expect(run.report.reason == .exited(0), "\(run.output)")
    let png = try await renderer.png(of: Array(try Data(contentsOf: document)), page: 1, width: 100)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 100)
  }

  @Test func aDamagedDocumentIsAnErrorWithItsReason() async {
    await #expect {
      _ = try await renderer.png(of: Array("no document".utf8), page: 1, width: 100)
    } throws: { error in
      (error as? RenderingError)?.code == .unreadable
    }
  }
}
