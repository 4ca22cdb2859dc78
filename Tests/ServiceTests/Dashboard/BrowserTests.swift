import Foundation
import OperatingSystem
import TestSupport
import TestTraits
import Testing

@testable import Service

/// The dashboard in Chromium: forms, live updates, and axe-core on every page, at both widths, light and dark.
@Suite(.hangLimit) struct BrowserTests {
  @Test func peopleUseTheDashboard() async throws { try await run(["use"]) }

  @Test(arguments: ["light", "dark"], ["390", "1440"])
  func everyPageIsAccessibleAndFits(scheme: String, width: String) async throws {
    try await run(["visit", scheme, width])
  }

  /// - Parameter part: what the script does, and its arguments.
  private func run(_ part: [String]) async throws {
    let document = try await RealRenderers.document(pages: 2)
    var settings = DashboardSettings()
    // The browser is on this machine and uses no TLS.
    settings.allowsPlainHTTP = true
    try await DashboardFixture.withDashboard(settings, pictures: { RealRenderers.pictures(of: $0) }) {
      dashboard async throws in
      let job = try await dashboard.fill(document: document)
      try await BrowserScript.run(
        "Dashboard/Browser/dashboard.py",
        ["http://127.0.0.1:\(dashboard.client.port)", String(job.rawValue)] + part)
    }
  }
}

/// A program in Python that drives Chromium.
enum BrowserScript {
  /// - Parameter name: relative to the folder of these tests.
  static func run(
    _ name: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let script = RealRenderers.repository + "/Tests/ServiceTests/" + name
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    let run = try await onThread(name: "browser") { [environment] in
      try ProgramRun(
        ProgramCommand(path: TestPython.program("python"), arguments: [script] + arguments, environment: environment))
    }
    #expect(run.report.reason == .exited(0), "\(run.output)", sourceLocation: sourceLocation)
  }
}
