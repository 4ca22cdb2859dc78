import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct PreviewSettingsTests {
  @Test func withoutSettingsOnlyThisMachineIsServed() {
    #expect(PreviewSettings().listen.description == "127.0.0.1:8081")
  }
}
