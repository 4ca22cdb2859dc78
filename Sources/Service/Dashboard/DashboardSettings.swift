import Web

/// Settings of the dashboard.
package struct DashboardSettings: Sendable {
  /// Shown in the title of the pages, such as `production`; empty for none.
  package var name = ""
  /// How long a session lasts, in seconds.
  package var sessionLifetime = 12 * 3600
  /// The time without a request after which a session ends, in seconds.
  package var sessionIdleTime = 2 * 3600
  /// Whether browsers may send the key of a session without TLS. Only for browsers on the service's own machine.
  package var allowsPlainHTTP = false
  /// People who were authenticated by a reverse proxy; nil if there is none.
  package var proxy: ProxyIdentity?
  /// The folder with `Templates`, for the lines that warnings name; nil if there is none.
  package var home: String?

  package init() {}
}
