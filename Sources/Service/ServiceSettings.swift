import Web

/// The settings of `pressrun serve`.
package struct ServiceSettings: Sendable {
  package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
  package var limits = ServerLimits()
  /// The reverse proxies before the service.
  package var proxies = TrustedProxies()
  /// The longest time for which a request waits for a job to end.
  package var longestWait = Duration.seconds(60)
  /// How long the service caches a token. A revoked token is accepted for that time.
  package var tokenCacheTime = AccessTokens.cacheTime
  /// The version in the OpenAPI document.
  package var version = ""
  package var dashboard = DashboardSettings()
  package init() {}
}
