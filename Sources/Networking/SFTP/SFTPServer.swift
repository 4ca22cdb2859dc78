/// An SFTP server and the account to use on it.
package struct SFTPServer: Sendable {
  package var host: PinnedHost
  package var user: String
  package var authentication: SSHAuthentication
  package var hostKeys: SSHHostKeys
  /// Limit of connecting, checking the host key and logging in together.
  package var connectTimeout: Duration

  package init(
    host: PinnedHost, user: String, authentication: SSHAuthentication, hostKeys: SSHHostKeys,
    connectTimeout: Duration = .seconds(30)
  ) {
    self.host = host
    self.user = user
    self.authentication = authentication
    self.hostKeys = hostKeys
    self.connectTimeout = connectTimeout
  }

  /// The address of the server in messages.
  package var place: String { "sftp://\(host.host):\(host.port)" }
}

/// The authentication of an account.
package enum SSHAuthentication: Sendable {
  case password(String)
  /// - Parameters:
  ///   - text: a private key as OpenSSH or OpenSSL write it.
  ///   - passphrase: nil if the key is not encrypted.
  case key(text: String, passphrase: String?)
}

/// The host keys that a server may have. A server with another key is refused; the first key of an unknown server is
/// not trusted either.
package enum SSHHostKeys: Hashable, Sendable {
  case fingerprints([SSHFingerprint])
  /// A file as `ssh-keyscan` writes it (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT").
  case knownHosts(path: String)
}

/// The SHA-256 of a host key, written as `ssh-keygen -l` writes it: `SHA256:` and 43 characters of base64.
package struct SSHFingerprint: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Fails if `text` is not a fingerprint.
  package init?(_ text: String) {
    guard text.wholeMatch(of: /SHA256:[A-Za-z0-9+\/]{43}/) != nil else { return nil }
    description = text
  }
}
