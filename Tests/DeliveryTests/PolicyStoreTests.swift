import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct PolicyStoreTests {
  /// A database as `pressrun migrate` leaves it.
  private func withNewInstallation(_ body: @Sendable (TestDatabase, PolicyStore) async throws -> Void) async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      try await test.queue.migrate()
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      try await body(test, PolicyStore(queue: test.queue))
    }
  }

  private func enqueue(_ destination: String, tenant: String = "acme", _ test: TestDatabase) async throws {
    _ = try await test.queue.enqueue(
      NewJob(kind: "note", payload: Array("1".utf8), tenant: tenant, destination: destination))
  }

  @Test func aNewInstallationAllowsFoldersAndLinksOnlyAndNothingIsConfigured() async throws {
    try await withNewInstallation { test, store async throws in
      let (policy, isDefault) = try await store.policy(of: "acme")
      let expected = try Policy(allowed: ["folder", "link"])
      #expect(policy == expected && isDefault)
      var error = await #expect(throws: QueueError.self) { try await enqueue("email:a@b.example", test) }
      #expect(error?.code == .destinationDenied)
      #expect(error?.rule == "not allowed by the default policy, which allows only folder, link")
      error = await #expect(throws: QueueError.self) { try await enqueue("folder:out", test) }
      #expect(error?.code == .invalidDestination && error?.message == "destination \"folder:out\" is not configured")
      #expect(error?.hint?.contains("Jobs/destinations.yaml") == true)
      #expect(error?.hint?.contains("No destination is configured yet") == true)
      try await enqueue("none", test)
      try await test.queue.register(destinations: #"{"folder:out": {}, "email": {}}"#)
      try await enqueue("folder:out/2026", test)
      error = await #expect(throws: QueueError.self) { try await enqueue("link", test) }
      #expect(error?.hint?.contains("Configured are: email, folder:out.") == true)
    }
  }

  @Test func aPolicyReplacesTheDefaultPolicyAndIsObeyed() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let store = PolicyStore(queue: test.queue)
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      let policy = try Policy(allowed: ["email:*@fund.example", "print"], denied: ["email:boss@*"])
      try await store.set(policy, for: "acme")
      let found = try await store.policy(of: "acme")
      #expect(found.policy == policy && !found.isDefault)
      try await enqueue("email:pm@fund.example", test)
      var error = await #expect(throws: QueueError.self) { try await enqueue("email:BOSS@fund.example.", test) }
      #expect(error?.code == .destinationDenied && error?.rule == "denied by rule \"email:boss@*\" of tenant \"acme\"")
      error = await #expect(throws: QueueError.self) { try await enqueue("link", test) }
      #expect(error?.code == .destinationDenied)
      try await store.set(Policy(isSharingEnabled: false), for: "acme")
      await #expect(throws: QueueError.self) { try await enqueue("print", test) }
      try await enqueue("none", test)
      #expect(try await store.remove(tenant: "acme"))
      #expect(try await store.remove(tenant: "acme") == false)
      try await enqueue("link", test)
      await #expect(throws: QueueError.self) { try await store.remove(tenant: "*") }
    }
  }

  @Test func theCanonicalFormIsStored() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      try await enqueue("email:PM@Fund.EXAMPLE.", test)
      try await enqueue("webhook:https://HOOK.example:443", test)
      let stored = try await test.queue.jobs().map(\.destination)
      #expect(Set(stored) == ["email:PM@fund.example", "webhook:https://hook.example/"])
    }
  }

  @Test func withoutAnyPolicyNothingIsAllowed() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      _ = try await test.database.query("delete from pressrun.policies")
      let error = await #expect(throws: QueueError.self) { try await enqueue("link", test) }
      #expect(error?.rule == "there is no default policy")
      #expect(try await PolicyStore(queue: test.queue).policy(of: "acme").policy == Policy())
    }
  }

  @Test func everyChangeIsLoggedWithItsLogin() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let store = PolicyStore(queue: test.queue)
      try await store.set(try Policy(allowed: ["print"]), for: "acme")
      // The same policy again is no change.
      try await store.set(try Policy(allowed: ["print"]), for: "acme")
      try await test.database.execute(
        script: "set role pressrun_compliance; select pressrun.set_policy('acme', false); reset role")
      _ = try await test.database.query("delete from pressrun.policies where tenant = 'acme'")
      let changes = try await store.changes(of: "acme")
      #expect(changes.map(\.role) == ["none", "pressrun_compliance", "none"])
      #expect(changes.map { $0.before == nil } == [false, false, true])
      #expect(changes.map { $0.after == nil } == [true, false, false])
      #expect(changes.last?.after?.contains("print") == true)
      let login = try await test.database.query("select session_user::text").single().decode(0, as: String.self)
      #expect(changes.allSatisfy { $0.login == login })
      for change in ["delete from", "truncate", "update"] {
        let error = await #expect(throws: PostgresError.self) {
          try await test.database.execute(
            script: "\(change) pressrun.policy_changes \(change == "update" ? "set login = 'x'" : "")")
        }
        #expect(error?.sqlState == "PR009")
      }
    }
  }

  @Test func kindMayRestrictDestinationsToo() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [
        KindSettings(
          name: "note", allowedDestinations: ["email", "print"], deniedDestinations: ["email:*@EVIL.example"])
      ])
      try await enqueue("email:a@b.example", test)
      var error = await #expect(throws: QueueError.self) { try await enqueue("email:a@evil.example", test) }
      #expect(error?.rule == "denied by rule \"email:*@evil.example\" of kind \"note\"")
      error = await #expect(throws: QueueError.self) { try await enqueue("link", test) }
      #expect(error?.rule == "not allowed by kind \"note\", which allows only email, print")
    }
  }

  @Test func destinationsAreReplacedAsASet() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(destinations: #"{"email": {"settings": {"from": "a@b"}}, "s3:reports": {}}"#)
      try await test.queue.register(destinations: #"{"s3:reports": {"options": {"type": "object"}}}"#)
      let rows = try await test.database.query("select endpoint, options::text from pressrun.destinations")
      #expect(try rows.map { try $0.decode(0, as: String.self) } == ["s3:reports"])
      #expect(try rows.single().decode(1, as: String?.self) == #"{"type": "object"}"#)
      for bad in [
        "[]", "null", #"{"fax": {}}"#, #"{"none": {}}"#, #"{"email:x": {}}"#, #"{"s3:../x": {}}"#, #"{"s3:a": 1}"#,
        #"{"s3:a": {"settings": []}}"#, #"{"s3:a": {"password": "x"}}"#,
      ] {
        let error = await #expect(throws: QueueError.self, "\(bad)") {
          try await test.queue.register(destinations: bad)
        }
        #expect(error?.code == .invalidArgument)
      }
      #expect(try await test.database.query("select from pressrun.destinations").count == 1)
    }
  }

  /// Deliveries to an unknown printer were accepted because there was a default printer, and waited in vain.
  @Test func theDefaultOfAKindIsForDestinationsWithoutAName() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      try await test.queue.register(destinations: #"{"print": {}, "folder": {}, "webhook": {}, "s3:reports": {}}"#)
      for destination in ["print", "folder", "webhook:https://a.example/", "s3:reports", "s3:reports/x"] {
        try await enqueue(destination, test)
      }
      for destination in [
        "print:desk", "folder:out", "webhook:billing", "s3:other", "email:a@b.example", "link",
      ] {
        let error = await #expect(throws: QueueError.self) { try await enqueue(destination, test) }
        #expect(error?.code == .invalidDestination, "\(destination)")
      }
    }
  }

  @Test func shareOptionsListEachConfiguredDestinationWithTheRuleThatDecides() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let store = PolicyStore(queue: test.queue)
      try await test.queue.register(kinds: [KindSettings(name: "note", deniedDestinations: ["webhook:billing"])])
      try await test.queue.register(
        destinations:
          #"""
          {"email": {"options": {"type": "object"}}, "folder:out": {}, "folder:in": {}, "link": {}, "print": {},
            "webhook:billing": {}, "s3:reports": {"settings": {"title": "Reports"}}}
          """#)
      try await store.set(
        try Policy(
          allowed: ["email:*@fund.example", "folder:out/public/*", "print", "webhook", "s3:rep*"],
          denied: ["email:boss@*", "print:*"]), for: "acme")
      let options = try await store.shareOptions(tenant: "acme", kind: "note")
      #expect(
        options.map(\.destination) == [
          "email:*", "folder:in/*", "folder:out/*", "link", "print", "s3:reports/*", "webhook:billing",
        ])
      #expect(options.map(\.isAllowed) == [true, false, true, false, false, true, false])
      #expect(options[0].rule == "allowed by rule \"email:*@fund.example\" of tenant \"acme\"")
      #expect(options[0].addresses == ["email:*@fund.example"] && options[0].exceptions == ["email:boss@*"])
      #expect(options[0].options == #"{"type": "object"}"# && options[5].settings == #"{"title": "Reports"}"#)
      #expect(options[1].rule.hasPrefix("not allowed by tenant \"acme\", which allows only email:*@fund.example"))
      #expect(options[4].rule == "denied by rule \"print:*\" of tenant \"acme\"")
      #expect(options[6].rule == "denied by rule \"webhook:billing\" of kind \"note\"")
      let error = await #expect(throws: QueueError.self) { try await store.shareOptions(tenant: "acme", kind: "fax") }
      #expect(error?.code == .unknownKind)
      // What is offered is what an enqueue accepts.
      #expect(try await store.test("email:pm@fund.example", tenant: "acme", kind: "note").isAllowed)
    }
  }

  @Test func changesOfTheRulesOfAKindAreRecorded() async throws {
    try await withNewInstallation { test, store async throws in
      var kind = KindSettings(name: "deed")
      kind.allowedDestinations = ["print"]
      for _ in 0..<2 { try await test.queue.register(kinds: [kind]) }
      kind.maxAttempts = 7
      try await test.queue.register(kinds: [kind])
      kind.allowedDestinations = ["print", "email"]
      try await test.queue.register(kinds: [kind])
      let changes = try await store.changes(ofKind: "deed")
      let login = try await test.database.query("select session_user").single().decode(0, as: String.self)
      #expect(changes.count == 2 && changes.allSatisfy { $0.login == login && $0.role == "none" })
      #expect(changes.last?.before == nil)
      #expect(changes.first?.before == changes.last?.after)
      #expect(changes.first?.after?.contains(#""allowed": ["print", "email"]"#) == true, "\(changes)")
      #expect(try await store.rules(ofKind: "deed").allowed == ["print", "email"])
      #expect(try await store.changes(of: "deed").isEmpty)
      await #expect(throws: QueueError.self) { try await store.rules(ofKind: "unknown") }
      await #expect(throws: PostgresError.self) {
        try await test.database.execute(script: "delete from pressrun.policy_changes where kind = 'deed'")
      }
    }
  }

  @Test func aTestNamesTheCanonicalFormAndTheRule() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let store = PolicyStore(queue: test.queue)
      try await store.set(try Policy(allowed: ["folder", "email:*@fund.example"]), for: "acme")
      var decision = try await store.test("email:pm@FUND.example.", tenant: "acme")
      #expect(decision.isAllowed && decision.canonical == "email:pm@fund.example")
      #expect(decision.rule == "allowed by rule \"email:*@fund.example\" of tenant \"acme\"")
      decision = try await store.test("link", tenant: "acme")
      #expect(!decision.isAllowed && decision.canonical == "link")
      decision = try await store.test("link", tenant: "other")
      #expect(decision.isAllowed && decision.rule == "allowed by rule \"*\" of the default policy")
      decision = try await store.test("clipboard", tenant: "acme")
      #expect(!decision.isAllowed && decision.canonical == nil && decision.rule?.contains("\"link\"") == true)
      decision = try await store.test("none", tenant: "acme")
      #expect(decision.isAllowed && decision.rule == nil)
    }
  }
}
