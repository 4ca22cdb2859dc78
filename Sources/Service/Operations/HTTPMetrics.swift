import Monitoring
import Web

/// Metrics of answered requests. The label `route` is the route's template, so that addresses do not multiply series.
package struct HTTPMetrics: Sendable {
  private let requests: Counter
  private let durations: Histogram

  package init(in registry: MetricsRegistry) {
    requests = registry.counter(
      "pressrun_http_requests_total", "Answered requests.", labels: ["method", "route", "status"])
    durations = registry.histogram(
      "pressrun_http_request_duration_seconds", "Time from the header of a request to the header of its answer.",
      labels: ["route"])
  }

  /// Counts an answered request. Unknown methods and routes share a label value each.
  package func record(_ request: AnsweredRequest) {
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    let route = request.route ?? "(none)"
    requests.add(1, methods.contains(request.method) ? request.method : "(other)", route, "\(request.status)")
    durations.observe(request.duration, route)
  }
}
