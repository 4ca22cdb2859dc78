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
    var allowed: [String] = ["*"]
    var denied: [String] = []
    var destination: String
    /// Nil if the destination is allowed.
    var refusal: String?

    static func denied(by rule: String, _ destination: String) -> Case {
      Case(denied: [rule], destination: destination, refusal: "denied by rule \"\(rule)\" of tenant \"t\"")
    }

    static func notAllowed(by rules: String..., destination: String) -> Case {
      let list = rules.isEmpty ? "nothing" : "only " + rules.joined(separator: ", ")
      return Case(
        allowed: rules, destination: destination, refusal: "not allowed by tenant \"t\", which allows \(list)")
    }
  }

  static let cases: [Case] = [
    Case(destination: "email:pm@fund.example"),
    Case(sharing: false, destination: "print", refusal: "sharing is off for tenant \"t\""),
    Case(sharing: false, destination: "none"),
    // An empty list allows nothing.
    .notAllowed(destination: "link"),
    Case(allowed: [], destination: "none"),
    Case(allowed: ["print"], destination: "print"),
    Case(allowed: ["print"], destination: "print:front-desk"),
    .notAllowed(by: "print", "folder", destination: "email:a@b.example"),
    Case(allowed: ["email:*@fund.example"], destination: "email:pm@fund.example"),
    Case(allowed: ["email:*@fund.example"], destination: "email:PM@Fund.EXAMPLE"),
    .notAllowed(by: "email:*@fund.example", destination: "email:pm@fund.example.evil.example"),
    .denied(by: "email:*@evil.example", "email:x@EVIL.example"), .denied(by: "email", "email:a@b.example"),
    .denied(by: "*", "folder"), .denied(by: "email:boss@*", "email:BOSS@fund.example"),
    Case(
      allowed: ["email"], denied: ["email"], destination: "email:a@b.example",
      refusal: "denied by rule \"email\" of tenant \"t\""),
    // Only mail addresses are case-insensitive.
    Case(denied: ["folder:Reports"], destination: "folder:reports"),
    // A kind with "*" includes the kind alone, and a folder with "/*" the folder itself.
    .denied(by: "print:*", "print"), .denied(by: "print:*", "print:desk"), .denied(by: "link:*", "link"),
    .denied(by: "folder:out/*", "folder:out/2026/a"), .denied(by: "folder:out/*", "folder:out"),
    Case(denied: ["folder:out/*"], destination: "folder:outer"),
    // Wildcards of SQL's LIKE are plain text.
    Case(denied: ["folder:a_b"], destination: "folder:axb"), .denied(by: "folder:a_b", "folder:a_b"),
    .denied(by: "s3:x/*a*b*", "s3:x/xaxxbxx"), Case(denied: ["s3:x/*a*b*"], destination: "s3:x/xbxxaxx"),
    .denied(by: "folder:x/ü*", "folder:x/üb"),
    // A "*" of a host matches no other part of the URL.
    .denied(by: "webhook:https://*.example/*", "webhook:https://a.b.example/c/d"),
    .denied(by: "webhook:*://*.example/*", "webhook:http://a.example/"),
    .notAllowed(by: "webhook:https://*.fund.example/*", destination: "webhook:https://evil.example/x.fund.example/"),
    .notAllowed(by: "webhook:https://*.fund.example/*", destination: "webhook:https://evil.example/?.fund.example/"),
    .notAllowed(by: "webhook:https://a.example/*", destination: "webhook:https://a.example:8443/"),
    .denied(by: "webhook:https://a.example:*/*", "webhook:https://a.example:8443/b"),
    .denied(by: "webhook:https://a.example:*/*", "webhook:https://a.example/b"),
    .denied(by: "webhook:https://[::1]/*", "webhook:https://[::1]/b"),
    .denied(by: "webhook:bill*", "webhook:billing"), .denied(by: "webhook:*", "webhook:https://a.example/"),
    .denied(by: "webhook:*", "webhook:billing"), .denied(by: "webhook", "webhook:https://a.example/"),
    Case(denied: ["webhook:*://*/*"], destination: "webhook:billing"),
  ]

  @Test(arguments: cases) func swiftRefusesWhatTheRulesSay(example: Case) throws {
    let policy = try Policy(isSharingEnabled: example.sharing, allowed: example.allowed, denied: example.denied)
    #expect(policy.refusal(of: try Destination(example.destination), owner: "tenant \"t\"") == example.refusal)
  }

  @Test func sqlRefusesTheSame() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for example in Self.cases {
        let refusal = try await test.database.query(
          """
          select pressrun.rules_refusal(
            'tenant "t"', $1, pressrun.check_rules($2), pressrun.check_rules($3),
            (pressrun.canonical_destination($4)).canonical)
          """,
          [.boolean(example.sharing), .texts(example.allowed), .texts(example.denied), .text(example.destination)]
        ).single().decode(0, as: String?.self)
        #expect(refusal == example.refusal, "\(example)")
      }
    }
  }

  /// Spellings of rules and their canonical forms.
  static let rules: [(text: String, canonical: String)] =
    [
      "*", "email", "email:*", "email:*@fund.example", "email:boss@*", "email:*.example", "print:*", "link", "link:*",
      "s3:rep*", "folder:out/*", "folder:Out/Ü*", "webhook:bill*", "webhook:https://*.example/*", "webhook:*://*:*/*",
      "webhook:https://[::1]/*",
    ].map { ($0, $0) } + [
      ("email:*@EVIL.Example.", "email:*@evil.example"), ("email:BOSS@*", "email:boss@*"), ("s3:**a***", "s3:*a*"),
      ("webhook:https://EVIL.example/*", "webhook:https://evil.example/*"),
      ("webhook:https://evil.example.:443/*", "webhook:https://evil.example/*"),
      ("webhook:https://%65vil.example/*", "webhook:https://evil.example/*"),
      ("webhook:https://evil.example", "webhook:https://evil.example/"), ("webhook:https://*", "webhook:https://*/*"),
      ("webhook:https://evil*", "webhook:https://evil*/*"), ("webhook:https://x?a=*", "webhook:https://x/?a=*"),
      ("webhook:HTTPS://x/%7e*", "webhook:https://x/~*"),
    ]

  /// Malformed, or nothing can match them.
  static let badRules = [
    "fax", "email:", "", ":", "none", "email\n", String(repeating: "s", count: 1025), "clipboard", "messages:*",
    "link:x",
    "email:pm", "email:@x.example", "email:*@*@*", "email:*@1.2.3.4", "email:*@a..b", "email:*@.example", "email:ü*",
    "email:*@\u{ad}x.example", "email: *", "email:\"*\"@x", "print:a/b", "print:a b", "folder:a/../b*",
    "folder:pub/%2e*",
    "folder:a//b", "folder:-a", "s3:a\\*", "webhook:http*", "webhook:https*", "webhook:*evil*", "webhook:ftp://*",
    "webhook:https://", "webhook:https://u@*/", "webhook:https://*/#*", "webhook:https://*/../*", "webhook:*://x:443/*",
    "webhook:https://x:0/*", "webhook:https://x:a/*", "webhook:https://*..x/*", "webhook:https://127.1/*",
    "webhook:https://x/%2f*", "webhook:https://x/%zz*", "webhook:https://x/*//*", "webhook:a/*",
    "webhook:https://*ü.example/*", "email:*@*ü.example",
  ]

  @Test func rulesAreMadeCanonicalInSwiftAndInSQL() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for (text, canonical) in Self.rules {
        #expect(try PolicyRule(text).text == canonical)
        let found = try await test.database.query("select (pressrun.canonical_rule($1)).canonical", [.text(text)])
        #expect(try found.single().decode(0, as: String?.self) == canonical, "\(text)")
      }
      for text in Self.badRules {
        let error = #expect(throws: DeliveryError.self, "\(text)") { try PolicyRule(text) }
        let found = try await test.database.query("select pressrun.rule_problem($1)", [.text(text)])
        #expect(try found.single().decode(0, as: String?.self) == error?.message, "\(text)")
      }
      // SQL refuses what only Swift can convert.
      #expect(try PolicyRule("email:*@bücher.example").text == "email:*@xn--bcher-kva.example")
      let found = try await test.database.query("select pressrun.rule_problem('email:*@bücher.example')")
      #expect(try found.single().decode(0, as: String?.self)?.contains("xn--") == true)
    }
  }

  @Test(arguments: ["fax", "email:pm", "folder:a/../b"])
  func aPolicyWithAMalformedRuleIsRefused(rule: String) async throws {
    try await TestDatabase.withDatabase { test async throws in
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query("select pressrun.set_policy('t', true, '{*}', $1)", [.texts([rule])])
      }
      #expect(error?.sqlState == "PR004")
    }
  }

  @Test func patternOfManyStarsIsMatchedInTime() throws {
    let rule = try PolicyRule("s3:x/" + String(repeating: "*a", count: 500) + "*b")
    #expect(!rule.matches(try Destination("s3:x/" + String(repeating: "a", count: 1000))))
  }
}
