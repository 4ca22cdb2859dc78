import Foundation
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// TLS, passwords, and servers that are not reached.
@Suite(.hangLimit, .needs("aiosmtpd", TestMailServer.isInstalled)) struct EmailConnectionTests {
  @Test func nothingIsSentWithoutTLS() async throws {
    let server = try await TestMailServer.shared
    let error = await failure(
      try server.sender(.plain, "tls: required"), try SampleDocument.shared.request("email:notls@test.example"))
    #expect(error?.code == "not_trusted")
    #expect(error?.isDestinationDown == true)
    #expect(error?.retry == .later(notBefore: nil))
    #expect(try server.mails(to: "notls@test.example").isEmpty)
  }

  @Test func opportunisticTLSSendsInTheClear() async throws {
    let server = try await TestMailServer.shared
    _ = try await server.sender(.plain, "tls: opportunistic").send(
      try SampleDocument.shared.request("email:maybe@test.example"))
    #expect(try server.mails(to: "maybe@test.example").first?.tls == false)
  }

  @Test(arguments: [(TestMailServer.Port.expired, true, "certificate has expired"), (.auth, false, "self-signed")])
  func certificatesThatAreNotValidAreRefused(port: TestMailServer.Port, isTrusted: Bool, problem: String) async throws {
    let server = try await TestMailServer.shared
    let error = await failure(
      try server.sender(port, isTrusted: isTrusted),
      try SampleDocument.shared.request("email:certificate@test.example"))
    #expect(error?.code == "not_trusted" && error?.isDestinationDown == true && error?.isOutcomeUnknown == false)
    #expect(error?.message.contains(problem) == true, "\(String(describing: error))")
    #expect(try server.mails(to: "certificate@test.example").isEmpty)
  }

  @Test func wrongPasswordIsNotInMessages() async throws {
    let server = try await TestMailServer.shared
    let path = FileManager.default.temporaryDirectory.path + "/pressrun-\(UUID().uuidString)"
    try Data("wrong-Pa55word".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = await failure(
      try server.sender(.auth, "user: relay\npassword: { file: \(path) }"),
      try SampleDocument.shared.request("email:p@test.example"))
    #expect(error?.code == "authentication_failed")
    #expect(error?.isDestinationDown == true)
    #expect(error.map { "\($0)".contains("wrong-Pa55word") } == false)
    #expect(error.map { "\($0)".contains(Data("wrong-Pa55word".utf8).base64EncodedString()) } == false)
  }

  @Test func privateAddressesAreRefused() async throws {
    let server = try await TestMailServer.shared
    let error = await failure(
      try server.sender(networks: "[]"), try SampleDocument.shared.request("email:private@test.example"))
    #expect(error?.code == "address_forbidden")
  }

  @Test func serverThatIsNotThereIsDown() async throws {
    let port = try ServerProcess.freePort()
    let configuration = try EmailTestConfiguration.read(
      "email: { server: \"smtp://127.0.0.1:\(port)\", from: a@fund.example, allowed_networks: [127.0.0.0/8] }")
    let error = await failure(try configuration.makeSender(), try SampleDocument.shared.request("email:a@test.example"))
    #expect(error?.code == "connect_failed")
    #expect(error?.isDestinationDown == true)
    #expect(error?.isOutcomeUnknown == false)
  }
}
