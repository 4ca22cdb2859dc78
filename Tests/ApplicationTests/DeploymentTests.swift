import Foundation
import TestTraits
import Testing

/// The files in `deploy/` agree with each other.
@Suite(.hangLimit) struct DeploymentTests {
  /// The directives of a systemd unit.
  private func directives(_ name: String) throws -> Set<Substring> {
    let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    let text = try String(contentsOf: repository.appendingPathComponent("deploy/\(name)"), encoding: .utf8)
    return Set(text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("=") })
  }

  @Test func theRetentionUnitIsHardenedLikeTheWorkers() throws {
    let worker = try directives("pressrun-worker.service")
    let prune = try directives("pressrun-prune.service")
    let names = [
      "Protect", "Private", "Restrict", "NoNew", "Capability", "Ambient", "Lock", "MemoryDeny", "RemoveIPC", "UMask",
    ]
    let hardening = worker.filter { line in names.contains { line.hasPrefix($0) } }
    #expect(hardening.count > 15)
    // The worker starts renderers in namespaces and delivers to destinations; the retention unit does neither.
    #expect(hardening.subtracting(prune) == ["RestrictNamespaces=user net ipc"])
    #expect(prune.contains("RestrictNamespaces=yes"))
    for name in [
      "User=", "Group=", "EnvironmentFile=", "Environment=PRESSRUN_HOME", "Environment=PRESSRUN_DATA",
      "StateDirectory=",
    ] {
      #expect(worker.filter { $0.hasPrefix(name) } == prune.filter { $0.hasPrefix(name) })
    }
  }

  @Test func onlyTheMigrationHasTheLoginOfTheOwner() throws {
    let migration = try directives("pressrun-migrate.service")
    let prune = try directives("pressrun-prune.service")
    #expect(migration.contains("EnvironmentFile=/etc/pressrun/owner"))
    for unit in ["pressrun-worker.service", "pressrun-prune.service", "pressrun-deliver.service"] {
      let own = try directives(unit)
      #expect(own.contains("EnvironmentFile=/etc/pressrun/environment"))
      #expect(own.allSatisfy { !$0.contains("migrate") || $0.hasPrefix("After=") || $0.hasPrefix("Wants=") })
    }
    let hardening = prune.filter { line in
      ["Protect", "Private", "Restrict", "NoNew", "Capability", "SystemCall", "UMask"].contains { line.hasPrefix($0) }
    }
    #expect(hardening.count > 15 && hardening.isSubset(of: migration))
  }

  /// The worker did not start on Debian 12: systemd 252 does not know `@sandbox`, and `@system-service` lacks these
  /// calls there.
  ///
  /// A relay has renderers for bodies of mails, which ran there with nothing but their limits.
  @Test(arguments: ["worker", "deliver", "serve"]) func renderersCanConfineThemselves(unit: String) throws {
    let filters = try directives("pressrun-\(unit).service").filter { $0.hasPrefix("SystemCallFilter=") }
    let words = Set(filters.flatMap { $0.dropFirst("SystemCallFilter=".count).split(separator: " ") })
    #expect(words.filter { $0.contains("@") }.sorted() == ["@resources", "@system-service", "~@privileged"])
    #expect(
      words.isSuperset(of: [
        "seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "capset",
      ]))
    #expect(try directives("pressrun-\(unit).service").contains("RestrictNamespaces=user net ipc"))
  }

  @Test func theServiceIsHardenedLikeTheWorker() throws {
    let names = [
      "Protect", "Private", "Restrict", "NoNew", "Capability", "Ambient", "Lock", "MemoryDeny", "RemoveIPC", "UMask",
      "SystemCall",
    ]
    func hardening(_ unit: String) throws -> Set<Substring> {
      try directives(unit).filter { line in names.contains { line.hasPrefix($0) } }
    }
    #expect(try hardening("pressrun-serve.service") == hardening("pressrun-worker.service"))
    #expect(try hardening("pressrun-deliver.service") == hardening("pressrun-worker.service"))
    // Not the renderers: they would end at once, and with them what the process finishes within its grace period.
    for unit in ["worker", "deliver", "serve"] {
      #expect(try directives("pressrun-\(unit).service").contains("KillMode=mixed"))
    }
    for (unit, command) in [
      ("worker", "work --no-deliver"), ("deliver", "deliver --grace 60"), ("serve", "serve"),
    ] {
      #expect(
        try directives("pressrun-\(unit).service").contains(
          "ExecStart=/usr/local/bin/pressrun \(command) --require-sandbox"))
    }
    #expect(try directives("pressrun-serve.service").contains("EnvironmentFile=/etc/pressrun/service"))
  }

  @Test func nothingSecretIsAnArgument() throws {
    for unit in [
      "pressrun-worker.service", "pressrun-prune.service", "pressrun-migrate.service", "pressrun-serve.service",
    ] {
      #expect(try directives(unit).allSatisfy { !$0.contains("://") && !$0.hasPrefix("Environment=DATABASE_URL") })
    }
  }
}
