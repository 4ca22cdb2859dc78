import Foundation
import OperatingSystem
import TestSupport
import TestTraits
import Testing

@testable import Service

/// The dashboard in Chromium: forms, live updates, and axe-core on every page, at both widths, light and dark.
@Suite(.hangLimit) struct BrowserTests {
  @Test func peopleUseTheDashboard() async throws {
    var settings = DashboardSettings()
    // The browser is on this machine and uses no TLS.
    settings.allowsPlainHTTP = true
    try await DashboardFixture.withDashboard(settings) { dashboard async throws in
      let job = try await dashboard.fill()
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Browser/dashboard.py")
      var environment = ProcessInfo.processInfo.environment
      environment["PYTHONDONTWRITEBYTECODE"] = "1"
      let arguments = [script.path, "http://127.0.0.1:\(dashboard.client.port)", String(job.rawValue)]
      let run = try await onThread(name: "browser") { [environment] in
        try ProgramRun(
          ProgramCommand(path: TestPython.program("python"), arguments: arguments, environment: environment))
      }
      #expect(run.report.reason == .exited(0), "\(run.output)")
    }
  }
}
