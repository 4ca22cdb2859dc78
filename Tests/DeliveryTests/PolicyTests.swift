import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// One table of cases that the rules in Swift and in SQL must both satisfy.
@Suite(.hangLimit) struct PolicyTests {
  struct Case: Sendable {
    var sharing = true
    var allowed: [String] = []
    var denied: [String] = []
    var destination: String
    /// Nil if the destination is allowed.
    var refusal: String?
  }

  static let cases: [Case] = [
    Case(destination: "email:pm@fund.example"),
    Case(sharing: false, destination: "print", refusal: "sharing is off for tenant \"t\""),
    Case(sharing: false, destination: "none"),
    Case(allowed: ["print"], destination: "none"),
    Case(allowed: ["print"], destination: "print"),
    Case(allowed: ["print"], destination: "print:second floor"),
    Case(
      allowed: ["print", "folder"], destination: "email:a@b.example",
      refusal: "not allowed by tenant \"t\", which allows only print, folder"),
    Case(allowed: ["email:*@fund.example"], destination: "email:pm@fund.example"),
    Case(allowed: ["email:*@fund.example"], destination: "email:PM@Fund.EXAMPLE"),
    Case(
      allowed: ["email:*@fund.example"], destination: "email:pm@fund.example.evil.example",
      refusal: "not allowed by tenant \"t\", which allows only email:*@fund.example"),
    Case(
      allowed: ["*"], denied: ["email:*@evil.example"], destination: "email:x@EVIL.example",
      refusal: "denied by rule \"email:*@evil.example\" of tenant \"t\""),
    Case(denied: ["email"], destination: "email:a@b.example", refusal: "denied by rule \"email\" of tenant \"t\""),
    Case(denied: ["*"], destination: "folder", refusal: "denied by rule \"*\" of tenant \"t\""),
    Case(denied: ["print", "*"], destination: "folder", refusal: "denied by rule \"*\" of tenant \"t\""),
    Case(
      allowed: ["email"], denied: ["email"], destination: "email:a@b.example",
      refusal: "denied by rule \"email\" of tenant \"t\""),
    // Only email addresses are case-insensitive.
    Case(denied: ["folder:Reports"], destination: "folder:reports"),
    Case(
      denied: ["folder:reports/*"], destination: "folder:reports/2026",
      refusal: "denied by rule \"folder:reports/*\" of tenant \"t\""),
    Case(denied: ["folder:reports/*"], destination: "folder:reports"),
    // Wildcards of SQL's LIKE are plain text.
    Case(denied: ["folder:a_b"], destination: "folder:axb"),
    Case(denied: ["folder:a%"], destination: "folder:abc"),
    Case(
      denied: ["folder:a\\*"], destination: "folder:a\\b", refusal: "denied by rule \"folder:a\\*\" of tenant \"t\""),
    Case(denied: ["s3:*a*b*"], destination: "s3:xxaxxbxx", refusal: "denied by rule \"s3:*a*b*\" of tenant \"t\""),
    Case(denied: ["s3:*a*b*"], destination: "s3:xxbxxaxx"),
    Case(denied: ["s3:**"], destination: "s3:x", refusal: "denied by rule \"s3:**\" of tenant \"t\""),
    Case(
      denied: ["webhook:https://*.example/*"], destination: "webhook:https://a.example/b",
      refusal: "denied by rule \"webhook:https://*.example/*\" of tenant \"t\""),
    Case(
      denied: ["email:ü*"], destination: "email:ü@x.example", refusal: "denied by rule \"email:ü*\" of tenant \"t\""),
    Case(denied: ["email:Ü*"], destination: "email:ü@x.example"),
  ]

  @Test(arguments: cases) func swiftRefusesWhatTheRulesSay(example: Case) throws {
    let policy = try Policy(isSharingEnabled: example.sharing, allowed: example.allowed, denied: example.denied)
    #expect(policy.refusal(of: try Destination(example.destination), owner: "tenant \"t\"") == example.refusal)
  }

  @Test func sqlRefusesTheSame() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for example in Self.cases {
        let refusal = try await test.database.query(
          "select pressrun.rules_refusal('tenant \"t\"', $1, $2, $3, $4)",
          [.boolean(example.sharing), .texts(example.allowed), .texts(example.denied), .text(example.destination)]
        ).single().decode(0, as: String?.self)
        #expect(refusal == example.refusal, "\(example)")
      }
    }
  }

  @Test func patternOfManyStarsIsMatchedInTime() throws {
    let rule = try PolicyRule("s3:" + String(repeating: "*a", count: 500) + "*b")
    #expect(!rule.matches(try Destination("s3:" + String(repeating: "a", count: 1000))))
  }

  @Test func policyIsStoredAndObeyed() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let store = PolicyStore(queue: test.queue)
      #expect(try await store.policy(of: "acme") == Policy())
      let policy = try Policy(allowed: ["email:*@fund.example", "print"], denied: ["email:boss@*"])
      try await store.set(policy, for: "acme")
      #expect(try await store.policy(of: "acme") == policy)
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      func enqueue(_ destination: String) async throws {
        _ = try await test.queue.enqueue(
          NewJob(kind: "note", payload: Array("1".utf8), tenant: "acme", destination: destination))
      }
      try await enqueue("email:pm@fund.example")
      let error = await #expect(throws: QueueError.self) { try await enqueue("email:boss@fund.example") }
      #expect(error?.code == .destinationDenied && error?.rule == "denied by rule \"email:boss@*\" of tenant \"acme\"")
      try await store.set(Policy(isSharingEnabled: false), for: "acme")
      await #expect(throws: QueueError.self) { try await enqueue("print") }
      try await enqueue("none")
    }
  }

  @Test func kindMayRestrictDestinationsToo() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note", deniedDestinations: ["email"])])
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.enqueue(NewJob(kind: "note", payload: Array("1".utf8), destination: "email:a@b.example"))
      }
      #expect(error?.rule == "denied by rule \"email\" of kind \"note\"")
    }
  }

  @Test(arguments: ["fax", "email:", "", ":", "none", "email\n", String(repeating: "s", count: 1025)])
  func malformedRulesAreRefusedInSwiftAndInSQL(rule: String) async throws {
    #expect(throws: DeliveryError.self) { try PolicyRule(rule) }
    try await TestDatabase.withDatabase { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.setPolicy(of: "t", sharing: true, allowed: [], denied: [rule])
      }
      #expect(error?.code == .invalidArgument)
    }
  }
}
