import Foundation
import Logging
import Monitoring
import OperatingSystem
import Postgres
import TestSupport
import TestTraits
import Testing
import Yams

@testable import Application

/// The alert rules, the dashboard and the deployment files use metrics, alarms and options that exist.
@Suite(.hangLimit) struct MonitoringFilesTests {
  private static let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  private func path(_ name: String) -> String { Self.repository.appendingPathComponent("deploy/\(name)").path }

  private func yaml(_ name: String) throws -> [[String: Any]] {
    try Yams.load_all(yaml: String(contentsOfFile: path(name), encoding: .utf8)).compactMap { $0 as? [String: Any] }
  }

  private func rules() throws -> [[String: Any]] {
    let groups = try #require(try yaml("prometheus-rules.yaml").first?["groups"] as? [[String: Any]])
    return groups.flatMap { $0["rules"] as? [[String: Any]] ?? [] }
  }

  /// The names of metrics in PromQL.
  private func metrics(in expressions: [String]) -> Set<String> {
    Set(expressions.flatMap { $0.matches(of: /\b(pressrun|process)_[a-z0-9_]+/).map { String($0.0) } })
  }

  /// All metrics that the modules register, by the text of their sources.
  private func registered() throws -> Set<String> {
    let sources = Self.repository.appendingPathComponent("Sources")
    var names: Set<String> = []
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /"((?:pressrun|process)_[a-z0-9_]+)"/) { names.insert(String(match.1)) }
    }
    return names
  }

  @Test(.needs("promtool (Debian: prometheus)", FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool")))
  func promtoolAcceptsTheRules() throws {
    let run = try ProgramRun(
      ProgramCommand(
        path: "/usr/bin/promtool", arguments: ["check", "rules", "--lint=all", path("prometheus-rules.yaml")]))
    #expect(run.report.shellStatus == 0, "\(run.output)")
  }

  @Test func everyAlarmHasRulesWithItsRunbook() async throws {
    let rules = try rules()
    let alarms = try await TestDatabase.withDatabase { test in
      try await test.database.query("select distinct alarm, anchor from pressrun.alarms").map {
        (alarm: try $0.decode(0, as: String.self), anchor: try $0.decode(1, as: String.self))
      }
    }
    #expect(alarms.count >= 11)
    for alarm in alarms {
      let own = rules.filter { ($0["expr"] as? String)?.contains("alarm=\"\(alarm.alarm)\"") == true }
      #expect(!own.isEmpty, "\(alarm.alarm)")
      for rule in own {
        #expect((rule["annotations"] as? [String: String])?["runbook"] == "docs/operations.md#\(alarm.anchor)")
      }
    }
  }

  @Test func rulesAndDashboardUseMetricsThatExist() throws {
    let known = try registered()
    let ruleExpressions = try rules().compactMap { $0["expr"] as? String }
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path("grafana-dashboard.json"))))
    let panels = try #require((json as? [String: Any])?["panels"] as? [[String: Any]])
    let expressions = panels.flatMap { ($0["targets"] as? [[String: Any]] ?? []).compactMap { $0["expr"] as? String } }
    #expect(expressions.count >= 16 && Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    for name in metrics(in: ruleExpressions + expressions) {
      let family =
        ["_bucket", "_count", "_sum"].first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
      #expect(known.contains(family), "\(name)")
    }
  }

  @Test func composeFileStartsEachProcessAfterTheMigration() throws {
    let compose = try #require(try yaml("compose.yaml").first)
    let services = try #require(compose["services"] as? [String: [String: Any]])
    #expect(Set(services.keys) == ["postgres", "seaweedfs", "bucket", "migrate", "worker", "relay", "web"])
    for (name, service) in services {
      #expect(service["image"] is String, "\(name)")
      for other in (service["depends_on"] as? [String: Any] ?? [:]).keys { #expect(services[other] != nil, "\(name)") }
    }
    for name in ["worker", "relay", "web"] {
      let service = try #require(services[name])
      let conditions = try #require(service["depends_on"] as? [String: [String: String]])
      #expect(conditions["migrate"]?["condition"] == "service_completed_successfully")
      #expect(service["read_only"] as? Bool == true && (service["cap_drop"] as? [String]) == ["ALL"])
      let environment = try #require(service["environment"] as? [String: String])
      #expect(environment["PRESSRUN_ARTIFACTS"]?.hasPrefix("s3://pressrun/") == true)
    }
    // No secret is in the file: each is a variable that must be set.
    let text = try String(contentsOfFile: path("compose.yaml"), encoding: .utf8)
    for name in ["POSTGRES_PASSWORD", "STORAGE_SECRET"] {
      let withoutCheck = try Regex("\\$\\{\(name)[^:]")
      #expect(!text.contains(withoutCheck))
    }
  }

  @Test func kubernetesProbesAskThePortOfMetrics() throws {
    let deployments = try yaml("kubernetes.yaml").filter { $0["kind"] as? String == "Deployment" }
    #expect(deployments.count >= 2)
    for deployment in deployments {
      let spec = (deployment["spec"] as? [String: Any])?["template"] as? [String: Any]
      let container = try #require(((spec?["spec"] as? [String: Any])?["containers"] as? [[String: Any]])?.first)
      let command = try #require(container["command"] as? [String])
      let index = try #require(command.firstIndex(of: "--metrics-listen"))
      let ports = try #require(container["ports"] as? [[String: Any]])
      let metrics = try #require(ports.first { $0["name"] as? String == "metrics" })
      let port = try #require(metrics["containerPort"] as? Int)
      #expect(command[index + 1] == ":\(port)")
      for (probe, address) in [("livenessProbe", "/livez"), ("readinessProbe", "/readyz")] {
        let get = (container[probe] as? [String: Any])?["httpGet"] as? [String: Any]
        #expect(get?["path"] as? String == address && get?["port"] as? String == "metrics")
      }
    }
  }
}
