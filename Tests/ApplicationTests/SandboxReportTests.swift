import Logging
import TestSupport
import TestTraits
import Testing

@testable import Application

@Suite(.hangLimit) struct SandboxReportTests {
  @Test func aMissingLayerIsLoggedOnce() async {
    let lines = TestLog()
    let report = SandboxReport(Logger(label: "test") { _ in lines })
    report.add([])
    for _ in 0..<3 { report.add(["no user namespace", "no Landlock"]) }
    #expect(
      await lines.remaining() == [
        "renderers lack a layer of their sandbox: no user namespace",
        "renderers lack a layer of their sandbox: no Landlock",
      ])
  }
}
