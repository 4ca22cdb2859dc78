import Foundation

/// A WebDAV server for tests; each kind is started once.
package actor WebDAVTestServer {
  package enum Kind: String, CaseIterable, Sendable {
    /// Over HTTP, without a password.
    case wsgidav
    /// Over TLS, with the user `pressrun` and the password `secret`.
    case apache
  }

  package static var isInstalled: Bool {
    [TestPython.program("wsgidav"), "/usr/sbin/apache2"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  package struct Running: Sendable {
    let process: ServerProcess
    package let url: String
    /// The folder of the files.
    package var root: String { process.folder + "/root" }
    /// The certificate of `apache`.
    package var caFile: String { process.folder + "/cert.pem" }
  }

  package static func start(_ kind: Kind) async throws -> Running { try await shared.running(kind) }

  private static let shared = WebDAVTestServer()
  private var servers: [Kind: Task<Running, any Error>] = [:]

  private func running(_ kind: Kind) async throws -> Running {
    if let task = servers[kind] { return try await task.value }
    let task = Task {
      let port = try ServerProcess.freePort()
      switch kind {
      case .wsgidav:
        let process = try await ServerProcess(
          [
            TestPython.program("wsgidav"), "--host=127.0.0.1", "--port=\(port)", "--root=FOLDER/root",
            "--auth=anonymous", "--server=cheroot", "--no-config",
          ], files: ["root/ready": ""], ready: .port(port))
        return Running(process: process, url: "http://127.0.0.1:\(port)")
      case .apache:
        let process = try await ServerProcess(
          ["sh", "FOLDER/run.sh"],
          files: ["root/ready": "", "run.sh": Self.script, "httpd.conf": Self.configuration(port)], ready: .port(port))
        return Running(process: process, url: "https://localhost:\(port)")
      }
    }
    servers[kind] = task
    return try await task.value
  }

  private static let script = """
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost
    printf 'pressrun:%s\\n' "$(openssl passwd -apr1 secret)" >users
    chmod 777 . root
    exec /usr/sbin/apache2 -f FOLDER/httpd.conf -DFOREGROUND
    """

  private static func configuration(_ port: Int) -> String {
    let modules = [
      "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs", "ssl",
    ].map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n")
    return """
      ServerRoot FOLDER
      ServerName localhost
      PidFile FOLDER/httpd.pid
      Mutex file:FOLDER default
      Listen 127.0.0.1:\(port)
      \(modules)
      ErrorLog FOLDER/error.log
      DavLockDB FOLDER/locks
      DocumentRoot FOLDER/root
      User www-data
      Group www-data
      SSLEngine on
      SSLCertificateFile FOLDER/cert.pem
      SSLCertificateKeyFile FOLDER/key.pem
      <Directory FOLDER/root>
        Dav On
        AuthType Basic
        AuthName dav
        AuthUserFile FOLDER/users
        Require valid-user
      </Directory>
      """
  }
}
