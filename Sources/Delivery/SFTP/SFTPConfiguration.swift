import Glibc
import Networking

/// A folder on an SFTP server into which documents are delivered.
///
///     host: archive.example
///     user: pressrun
///     key: { file: /run/secrets/archive_key }      # or password: { env: ARCHIVE_PASSWORD }
///     passphrase: { env: ARCHIVE_KEY_PASSPHRASE }
///     fingerprints: ["SHA256:uNiVztksCsDhcc0u9e8BrrJXVXsQnWYYTcHH1aNGoOo"]   # or known_hosts: /etc/pressrun/known_hosts
///     root: /incoming
///     name: "{tenant}/{date}/{job}-{kind}.{extension}"
package struct SFTPConfiguration: Sendable {
  /// What the account is authenticated with.
  package enum Credentials: Hashable, Sendable {
    case password(Secret)
    case key(Secret, passphrase: Secret?)
  }

  package var endpoint: Endpoint
  package var user: String
  package var credentials: Credentials
  package var hostKeys: SSHHostKeys
  /// An absolute path on the server, or one relative to the folder in which sessions begin. The folder must exist.
  package var root: String
  /// The path of a document below the root.
  package var name: NameTemplate
  /// Permissions of the files and of new folders.
  package var mode: mode_t
  package var folderMode: mode_t
  package var onConflict: FolderConfiguration.OnConflict
  /// Limit of connecting and logging in.
  package var connectTimeout: Duration

  package init(
    endpoint: Endpoint, user: String, credentials: Credentials, hostKeys: SSHHostKeys, root: String = ".",
    name: NameTemplate = .standard, mode: mode_t = 0o640, folderMode: mode_t = 0o750,
    onConflict: FolderConfiguration.OnConflict = .rename, connectTimeout: Duration = .seconds(30)
  ) {
    self.endpoint = endpoint
    self.user = user
    self.credentials = credentials
    self.hostKeys = hostKeys
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    self.name = name
    self.mode = mode
    self.folderMode = folderMode
    self.onConflict = onConflict
    self.connectTimeout = connectTimeout
  }
}

extension SFTPConfiguration: SenderConfiguration {
  private enum CodingKeys: String, CodingKey {
    case host, port, user, password, key, passphrase, fingerprints, root, name, mode
    case knownHosts = "known_hosts"
    case folderMode = "folder_mode"
    case onConflict = "on_conflict"
    case connectTimeout = "connect_timeout"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let host = try values.decode(String.self, forKey: .host)
    let port = try values.decodeIfPresent(Int.self, forKey: .port) ?? 22
    guard let endpoint = try? Endpoint(scheme: "sftp", host: host, port: port) else {
      throw DecodingError.dataCorruptedError(
        forKey: .host, in: values, debugDescription: "expected a host name or an address, and a port from 1 to 65535")
    }
    let root = try values.decodeIfPresent(String.self, forKey: .root) ?? "."
    try values.check(
      !root.isEmpty && root.utf8.count <= 1024 && !root.hasControlCharacters, .root, "expected a path on the server")
    let user = try values.decode(String.self, forKey: .user)
    try values.check(
      !user.isEmpty && user.utf8.count <= 256 && !user.hasControlCharacters, .user, "expected the name of an account")
    let timeout = try values.decodeIfPresent(Duration.self, forKey: .connectTimeout) ?? .seconds(30)
    try values.check(
      (.seconds(1) ... .seconds(300)).contains(timeout), .connectTimeout, "expected a time from 1s to 5m")
    self.init(
      endpoint: endpoint, user: user, credentials: try Self.credentials(values), hostKeys: try Self.hostKeys(values),
      root: root, name: try values.decodeIfPresent(NameTemplate.self, forKey: .name) ?? .standard,
      mode: try values.permissions(.mode) ?? 0o640, folderMode: try values.permissions(.folderMode) ?? 0o750,
      onConflict: try values.decodeIfPresent(FolderConfiguration.OnConflict.self, forKey: .onConflict) ?? .rename,
      connectTimeout: timeout)
  }

  private static func credentials(_ values: KeyedDecodingContainer<CodingKeys>) throws -> Credentials {
    let password = try values.decodeIfPresent(Secret.self, forKey: .password)
    let key = try values.decodeIfPresent(Secret.self, forKey: .key)
    let passphrase = try values.decodeIfPresent(Secret.self, forKey: .passphrase)
    switch (password, key) {
    case (let password?, nil) where passphrase == nil: return .password(password)
    case (nil, let key?): return .key(key, passphrase: passphrase)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .key, in: values, debugDescription: "expected either a password, or a key with or without passphrase")
    }
  }

  private static func hostKeys(_ values: KeyedDecodingContainer<CodingKeys>) throws -> SSHHostKeys {
    let texts = try values.decodeIfPresent([String].self, forKey: .fingerprints)
    let path = try values.decodeIfPresent(String.self, forKey: .knownHosts)
    switch (texts, path) {
    case (let texts?, nil):
      let fingerprints = texts.compactMap { SSHFingerprint($0) }
      try values.check(
        fingerprints.count == texts.count && !texts.isEmpty, .fingerprints,
        "expected fingerprints as ssh-keygen -l writes them, such as SHA256:uNiVztksCsDhcc0u9e8BrrJXVXsQnWYYTcHH1aNGoOo"
      )
      return .fingerprints(fingerprints)
    case (nil, let path?):
      // libssh replaces what begins with a percent sign.
      try values.check(
        path.hasPrefix("/") && !path.contains("%") && !path.hasControlCharacters, .knownHosts,
        "expected an absolute path without percent signs")
      return .knownHosts(path: path)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .fingerprints, in: values,
        debugDescription: "expected either fingerprints or known_hosts: the keys that the server may have")
    }
  }

  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    let authentication: SSHAuthentication
    switch credentials {
    case .password(let password): authentication = .password(try password.read())
    case .key(let key, let passphrase):
      authentication = .key(text: try key.read(), passphrase: try passphrase?.read())
    }
    return SFTPSender(self, name: name, authentication: authentication, limits: limits)
  }
}
