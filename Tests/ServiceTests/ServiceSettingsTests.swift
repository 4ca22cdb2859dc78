import TestTraits
import Testing

@testable import Service

@Suite(.hangLimit) struct ServiceSettingsTests {
  @Test func withoutSettingsOnlyThisMachineIsServed() {
    #expect(ServiceSettings().listen.description == "127.0.0.1:8080")
  }
}
