import Web

/// The settings of `pressrun preview`.
package struct PreviewSettings: Sendable {
  package var listen = ListenAddress(host: "127.0.0.1", port: 8081)
  package init() {}
}
