import Foundation
import ProgramTesting
import TestSupport
import TestTraits
import Testing

private let chromium = "/usr/bin/chromium"

/// The preview's page in Chromium (`preview_browser.py`).
@Suite(
  .hangLimit,
  .needs(
    "Chromium and Playwright",
    FileManager.default.isExecutableFile(atPath: chromium)
      && FileManager.default.isExecutableFile(atPath: TestPython.program("playwright"))))
struct BrowserTests {
  @Test func thePageFollowsTheTemplate() throws {
    let folder = try TemporaryFolder(letterFiles().merging(["secret.txt": "secret"]) { $1 })
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/preview_browser.py"
    let run = try TestProgram(
      [TestPython.program("python"), script, pressrunPath, chromium, folder.path], errors: .collected)
    #expect(run.status == 0, "\(run.text)")
  }
}
