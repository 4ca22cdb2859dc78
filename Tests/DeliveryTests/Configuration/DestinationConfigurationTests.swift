import Foundation
import Networking
import TestTraits
import Testing

@testable import Delivery

/// The file of destinations: what is read, and the place of each error.
@Suite(.hangLimit) struct DestinationConfigurationTests {
  private static let forms = [
    "email": DestinationForm(.single, ServerConfiguration.self),
    "s3": DestinationForm(.named, ServerConfiguration.self),
    "print": DestinationForm(.namedOrDefault, ServerConfiguration.self),
  ]

  private func read(_ text: String) throws -> DestinationConfigurations {
    try DestinationConfigurations(text: text, file: "destinations.yaml", forms: Self.forms)
  }

  /// The message and the place of the error.
  private func problem(_ text: String) -> (message: String, place: String)? {
    do {
      _ = try read(text)
      return nil
    } catch let error as DeliveryError {
      return (error.message, error.place)
    } catch {
      return ("\(error)", "")
    }
  }

  @Test func destinationsAreReadByKindAndName() throws {
    let all = try read(
      """
      email:
        server: smtp.fund.example
        password: { env: SMTP_PASSWORD }
      s3:
        reports: { server: s3.fund.example, ports: [80, 443], concurrency: 2, rate: 0.5, timeout: 90s }
        archive:
          server: 12
          allowed_networks: [10.0.0.0/8]
          breaker: { failures: 3, pause: 1m }
      """)
    #expect(all.names == ["email", "s3:archive", "s3:reports"])
    let email = try #require(all["email"]?.sender as? ServerConfiguration)
    #expect(email.server == "smtp.fund.example" && email.password == .environment("SMTP_PASSWORD"))
    #expect(all["email"]?.limits == DestinationLimits())
    let reports = try #require(all["s3:reports"])
    #expect((reports.sender as? ServerConfiguration)?.ports == [80, 443])
    #expect(reports.limits.concurrency == 2 && reports.limits.rate == 0.5 && reports.limits.timeout == .seconds(90))
    let archive = try #require(all["s3:archive"])
    #expect((archive.sender as? ServerConfiguration)?.server == "12")
    #expect(archive.limits.breaker.failures == 3 && archive.limits.breaker.pause == .seconds(60))
    #expect(try archive.limits.addresses == AddressPolicy(allowedNetworks: ["10.0.0.0/8"]))
  }

  @Test func theDefaultOfAKindIsForDestinationsWithoutAName() throws {
    let all = try read(
      """
      email: { server: mail }
      print: { default: { server: any }, front-desk: { server: desk } }
      s3: { reports: { server: s3 } }
      """)
    #expect(all.names == ["email", "print", "print:front-desk", "s3:reports"])
    #expect(all.configuration(for: try Destination("email:pm@fund.example"))?.name == "email")
    #expect(all.configuration(for: try Destination("print:front-desk"))?.name == "print:front-desk")
    #expect(all.configuration(for: try Destination("print:cellar")) == nil)
    #expect(all.configuration(for: try Destination("print"))?.name == "print")
    #expect(all.configuration(for: try Destination("s3:reports/2026/q1"))?.name == "s3:reports")
    #expect(all.configuration(for: try Destination("s3:other/reports")) == nil)
    #expect(all.configuration(for: try Destination("folder:x")) == nil)
  }

  @Test func aRelativeFolderIsBelowTheDataFolder() throws {
    func folder(_ root: String, in dataFolder: String?) throws -> FolderConfiguration? {
      let text = "folder: { default: { root: \(root) } }"
      let all = try DestinationConfigurations(text: text, file: "destinations.yaml", dataFolder: dataFolder)
      return all["folder"]?.sender as? FolderConfiguration
    }
    let own = try #require(try folder("out/pdf", in: "/var/lib/pressrun"))
    #expect(own.root == "/var/lib/pressrun/out/pdf" && own.createsRoot)
    let other = try #require(try folder("/srv/out", in: "/var/lib/pressrun"))
    #expect(other.root == "/srv/out" && !other.createsRoot)
    for wrong in ["../out", "out//pdf", "./out", "out/.."] {
      #expect(throws: DeliveryError.self) { try folder(wrong, in: "/var/lib/pressrun") }
    }
    #expect(try folder("/srv/out, marker: .mounted", in: nil)?.marker == ".mounted")
    for wrong in ["''", "'..'", "a/b"] {
      #expect(throws: DeliveryError.self) { try folder("/srv/out, marker: \(wrong)", in: nil) }
    }
    #expect(throws: DeliveryError.self) { try folder("out", in: nil) }
  }

  /// Without a `url`, the address of the destination is the URL. The token would be sent to every address that a job
  /// names.
  @Test func aTokenOfWebhooksNeedsAURL() throws {
    let webhook = "webhook:\n  default:\n    secrets: [{ env: SECRET }]\n    token: { env: TOKEN }\n"
    let error = #expect(throws: DeliveryError.self) {
      try DestinationConfigurations(text: webhook, file: "destinations.yaml")
    }
    #expect(error?.place == "destinations.yaml:4: webhook.default.token")
    #expect(error?.message.hasPrefix("a token needs a url") == true)
    _ = try DestinationConfigurations(
      text: webhook + "    url: https://billing.example/hooks\n", file: "destinations.yaml")
  }

  @Test func anEmptyFileConfiguresNothing() throws {
    #expect(try read("# nothing yet\n").names == [])
  }

  @Test(arguments: [
    ("fax: {}", "destinations.yaml:1: fax", "unknown kind of destination"),
    ("email: {}", "destinations.yaml:1: email.server", "missing"),
    ("email:\n  server: a\n  sender: b", "destinations.yaml:3: email.sender", "unknown key; the known ones are"),
    ("email:\n  server: [a]", "destinations.yaml:2: email.server", "expected a text"),
    ("email:\n  server:", "destinations.yaml:2: email.server", "expected a text"),
    ("email: smtp.fund.example", "destinations.yaml:1: email", "expected a mapping"),
    ("s3:\n  server: a", "destinations.yaml:2: s3.server", "expected a mapping"),
    ("s3: [a]", "destinations.yaml:1: s3", "expected the names of destinations"),
    ("s3:\n  ../up: {server: a}", "destinations.yaml:2: s3.../up", "a destination is named by"),
    ("s3:\n  a:\n    server: a\n    ports: [1, x]", "destinations.yaml:4: s3.a.ports[1]", "expected a whole number"),
    ("email:\n  server: a\n  ports: 1", "destinations.yaml:3: email.ports", "expected a list"),
    ("email:\n  server: a\n  timeout: 90", "destinations.yaml:3: email.timeout", "expected a time such as"),
    ("email:\n  server: a\n  timeout: 2h", "destinations.yaml:3: email.timeout", "expected a time from 1s to 1h"),
    ("email:\n  server: a\n  rate: .inf", "destinations.yaml:3: email.rate", "expected a number"),
    (
      "email:\n  server: a\n  concurrency: 0", "destinations.yaml:3: email.concurrency",
      "expected a whole number from 1 to 256"
    ),
    (
      "email:\n  server: a\n  breaker:\n    pauses: 1s", "destinations.yaml:4: email.breaker.pauses",
      "unknown key; the known ones are failures, maximum_pause, pause"
    ),
    ("email:\n  server: a\n  password: hunter2", "destinations.yaml:3: email.password", "a secret is a reference"),
    (
      "email:\n  server: a\n  password: {env: A, prefix: b}", "destinations.yaml:3: email.password.prefix",
      "unknown key; the known ones are env"
    ),
    ("s3:\n  default: {server: a}", "destinations.yaml:2: s3.default", "there is no default"),
    ("- email", "destinations.yaml:1", "expected a mapping of kinds"),
  ])
  func anErrorSaysWhatIsWrongAndWhere(text: String, place: String, message: String) throws {
    let problem = try #require(self.problem(text))
    #expect(problem.place == place)
    #expect(problem.message.contains(message), "\(problem.message)")
    #expect(!problem.message.contains("hunter2"))
  }

  @Test(arguments: ["hunter2", "hunter2\n", "hunter2\r\n"])
  func aSecretInAFileIsReadWithoutItsLineBreak(text: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    #expect(try Secret.file(file.path).read() == "hunter2")
  }

  @Test(arguments: ["email: {server: a", "email: {server: a}\nemail: {server: b}", "\u{1}"])
  func textThatIsNotYAMLIsRefused(text: String) throws {
    #expect(try #require(self.problem(text)).message.hasPrefix("not YAML"))
  }
}

private struct ServerConfiguration: SenderConfiguration {
  var server: String
  var ports: [Int]?
  var password: Secret?

  func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    throw DeliveryError(code: .invalidConfiguration, message: "has no sender", place: server)
  }
}
