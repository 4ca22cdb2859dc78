import Web

/// The settings of `pressrun serve`.
package struct ServiceSettings: Sendable {
  package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
  package var limits = ServerLimits()
  /// The reverse proxies before the service.
  package var proxies = TrustedProxies()
  /// The longest time for which a request waits for a job to end.
  package var longestWait = Duration.seconds(60)
  /// The version in the OpenAPI document.
  package var version = ""
  package var dashboard = DashboardSettings()
  package init() {}
}
