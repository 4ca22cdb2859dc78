import JSON
import Monitoring
import Web

/// Probes and metrics.
package enum OperationsRoutes {
  /// `GET /livez`: the process answers. `GET /readyz`: it can serve requests; 503 with reasons if not.
  package static func probes(_ readiness: Readiness) -> [Route] {
    [
      Route(.get, "/livez", access: .open, summary: "Answers as long as the process runs.") { _ in .text("ok\n") },
      Route(.get, "/readyz", access: .open, summary: "Answers whether the process can serve requests.") { request in
        var checks = await readiness.check()
        checks.append(.init(name: "process", problem: request.isDraining ? "it is about to end" : nil))
        return answer(checks)
      },
    ]
  }

  /// `GET /metrics` in Prometheus' text format. It has no access control: serve it on an address that only monitoring
  /// reaches.
  package static func metrics(_ registry: MetricsRegistry) -> [Route] {
    [
      Route(.get, "/metrics", access: .open, summary: "Metrics in Prometheus' text format.") { _ in
        WebResponse(mediaType: PrometheusText.mediaType, bytes: Array(await registry.text().utf8))
      }
    ]
  }

  private static func answer(_ checks: [Readiness.Check]) -> WebResponse {
    let isReady = checks.allSatisfy { $0.problem == nil }
    let members = checks.map { check in
      JSONObject.Member(name: check.name, value: .string(check.problem ?? "ok"))
    }
    return .json(
      .object(
        JSONObject([
          .init(name: "status", value: .string(isReady ? "ready" : "unavailable")),
          .init(name: "checks", value: .object(JSONObject(members))),
        ])), status: isReady ? 200 : 503)
  }
}
