import Foundation
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestPython.program("python"))
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/preview_browser.py"
    process.arguments = [script, pressrunPath, chromium, folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
