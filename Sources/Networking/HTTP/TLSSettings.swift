/// The trusted certificates of a client and its own certificate, for TLS connections. Certificates are always verified.
package struct TLSSettings: Hashable, Sendable {
  /// A PEM file with the certificates that are trusted instead of the system's.
  package var caFile: String?
  /// PEM files with the client's certificate and its key.
  package var certificateFile: String?
  /// The key of the client's certificate; nil if there is no certificate, or if its file has the key.
  package var keyFile: String?

  package init(caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
    self.caFile = caFile
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }

  /// The system's certificates.
  package static let `default` = TLSSettings()
}
