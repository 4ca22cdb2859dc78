import CSSH
import Glibc
import OperatingSystem

/// The steps from a connected socket to an SFTP session.
struct SSHHandshake {
  let server: SFTPServer
  let connection: SocketConnection
  let session: ssh_session

  /// Checks the host key and logs in.
  /// - Returns: the fingerprint of the host key.
  func run() throws(NetworkError) -> String {
    try setOptions()
    guard ssh_connect(session) == SSH_OK else {
      throw failure(.protocolViolation, "the server does not speak SSH, or shares no algorithm with this client")
    }
    let fingerprint = try checkHostKey()
    try logIn()
    return fingerprint
  }

  func openSFTP() throws(NetworkError) -> sftp_session {
    guard let sftp = sftp_new(session) else {
      throw failure(.protocolViolation, "the server does not offer SFTP")
    }
    guard sftp_init(sftp) == 0 else {
      let error = failure(.protocolViolation, "the server does not offer SFTP")
      sftp_free(sftp)
      throw error
    }
    return sftp
  }

  private func setOptions() throws(NetworkError) {
    // libssh closes the descriptor that it gets.
    var socket = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    var port = UInt32(server.host.port)
    var no: Int32 = 0
    // 0 is no limit: `SocketConnection` limits the time.
    var timeout: Int = 0
    var isValid = ssh_options_set(session, SSH_OPTIONS_HOST, server.host.host) == SSH_OK
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_PORT, &port) == SSH_OK
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_USER, server.user) == SSH_OK
    // The SSH configuration of the user that runs this process is not used.
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no) == SSH_OK
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null") == SSH_OK
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &timeout) == SSH_OK
    let file = if case .knownHosts(let path) = server.hostKeys { path } else { "/dev/null" }
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, file) == SSH_OK
    isValid = isValid && ssh_options_set(session, SSH_OPTIONS_FD, &socket) == SSH_OK
    guard isValid else {
      Glibc.close(socket)
      throw NetworkError(code: .other, message: "the SSH library refused a setting", place: server.place)
    }
  }

  private func checkHostKey() throws(NetworkError) -> String {
    let (fingerprint, type) = try hostKey()
    switch server.hostKeys {
    case .fingerprints(let allowed):
      guard allowed.contains(where: { $0.description == fingerprint }) else {
        throw untrusted(
          "the server's host key \(fingerprint) (\(type)) is not one of the configured fingerprints. If the server's "
            + "administrator confirms this key, configure it")
      }
      return fingerprint
    case .knownHosts(let path):
      switch ssh_session_is_known_server(session) {
      case SSH_KNOWN_HOSTS_OK: return fingerprint
      case SSH_KNOWN_HOSTS_CHANGED:
        throw untrusted(
          "the server's host key has changed: it is \(fingerprint) (\(type)), and \(path) has another one. Ask the "
            + "server's administrator whether the change is intended")
      case SSH_KNOWN_HOSTS_OTHER:
        throw untrusted(
          "the server presented the host key \(fingerprint) (\(type)), and \(path) has only keys of other types")
      default:
        throw untrusted(
          "\(path) has no key of the server, which presented \(fingerprint) (\(type)). If the server's administrator "
            + "confirms this key, add it")
      }
    }
  }

  private func untrusted(_ message: String) -> NetworkError {
    NetworkError(code: .notTrusted, message: message, place: server.place)
  }

  private func hostKey() throws(NetworkError) -> (fingerprint: String, type: String) {
    var key: ssh_key?
    guard ssh_get_server_publickey(session, &key) == SSH_OK, let key else {
      throw failure(.protocolViolation, "the server has no host key")
    }
    defer { ssh_key_free(key) }
    var hash: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) == 0, let hash else {
      throw failure(.other, "the host key cannot be hashed")
    }
    defer { freeHash(hash) }
    guard let text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length) else {
      throw failure(.other, "the host key cannot be hashed")
    }
    defer { ssh_string_free_char(text) }
    return (
      String(cString: text), ssh_key_type_to_char(ssh_key_type(key)).map { String(cString: $0) } ?? "unknown type"
    )
  }

  private func freeHash(_ hash: UnsafeMutablePointer<UInt8>) {
    var hash: UnsafeMutablePointer<UInt8>? = hash
    ssh_clean_pubkey_hash(&hash)
  }

  private func logIn() throws(NetworkError) {
    let result: Int32
    switch server.authentication {
    case .password(let password):
      result = ssh_userauth_password(session, nil, password)
    case .key(let text, let passphrase):
      var key: ssh_key?
      // Without a passphrase OpenSSL would ask the terminal for one.
      guard ssh_pki_import_privkey_base64(text, passphrase ?? "", nil, nil, &key) == SSH_OK, let key else {
        throw NetworkError(
          code: .authenticationFailed,
          message: "the private key cannot be read: it is not a key of OpenSSH or OpenSSL, or the passphrase is wrong "
            + "or missing", place: server.place)
      }
      defer { ssh_key_free(key) }
      result = ssh_userauth_publickey(session, nil, key)
    }
    switch ssh_auth_e(rawValue: result) {
    case SSH_AUTH_SUCCESS: return
    case SSH_AUTH_DENIED, SSH_AUTH_PARTIAL:
      throw NetworkError(
        code: .authenticationFailed,
        message: "the server does not accept the \(server.authentication.name) of user \"\(server.user)\"",
        place: server.place)
    default:
      throw failure(.protocolViolation, "the login failed")
    }
  }

  private func failure(_ code: NetworkError.Code, _ message: String) -> NetworkError {
    if let reason = connection.interrupted {
      let message = reason == .timedOut ? "the server did not answer in time" : "cancelled"
      return NetworkError(code: reason, message: message, place: server.place)
    }
    return NetworkError(code: code, message: message, place: server.place)
  }
}

extension SSHAuthentication {
  fileprivate var name: String {
    switch self {
    case .password: "password"
    case .key: "key"
    }
  }
}
