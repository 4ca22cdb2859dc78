import Foundation

/// Apache over TLS that prefers HTTP/2: a receiver of webhooks (`/hook`), a WebDAV collection (`/dav/`), and a proxy
/// before a bucket of an object storage. All tests of a process share it.
package actor HTTP2Server {
  package static let shared = HTTP2Server()
  package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/apache2")

  package struct Running: Sendable {
    let process: ServerProcess
    /// `https://localhost:PORT`.
    package let url: String
    /// The certificate of the server.
    package var caFile: String { process.folder + "/cert.pem" }
    /// The folder of the WebDAV collection.
    package var root: String { process.folder + "/root/dav" }

    /// The requests whose path contains a text, in order: protocol, method and status, such as `HTTP/1.1 PUT 201`.
    /// Waits until there are so many, because a request is logged after its answer was sent. The log is polled, because
    /// Apache does not notify of new lines.
    package func requests(_ text: String, count: Int) async throws -> [String] {
      while true {
        let log = try String(contentsOfFile: process.folder + "/requests", encoding: .utf8)
        let requests = log.split(separator: "\n").filter { $0.contains(text) }.map {
          $0.split(separator: " ").prefix(3).joined(separator: " ")
        }
        if requests.count >= count { return requests }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private var running: [String: Task<Running, any Error>] = [:]

  /// - Parameters:
  ///   - storage: the endpoint of an object storage.
  ///   - bucket: the bucket that is reached through this server.
  package func server(storage: String, bucket: String) async throws -> Running {
    if let task = running[storage + bucket] { return try await task.value }
    let task = Task { try await Self.start(storage, bucket) }
    running[storage + bucket] = task
    return try await task.value
  }

  private static func start(_ storage: String, _ bucket: String) async throws -> Running {
    let port = try ServerProcess.freePort()
    let script = """
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost
      chmod -R a+rwX .
      exec /usr/sbin/apache2 -f FOLDER/httpd.conf -DFOREGROUND
      """
    let modules = [
      "mpm_event", "authz_core", "alias", "dav", "dav_fs", "proxy", "proxy_http", "ssl", "http2",
    ].map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n")
    let configuration = """
      ServerRoot FOLDER
      ServerName localhost
      PidFile FOLDER/httpd.pid
      Mutex file:FOLDER default
      Listen 127.0.0.1:\(port)
      \(modules)
      User www-data
      Group www-data
      ErrorLog FOLDER/error.log
      LogFormat "%H %m %>s %U" requests
      CustomLog FOLDER/requests requests
      Protocols h2 http/1.1
      SSLEngine on
      SSLCertificateFile FOLDER/cert.pem
      SSLCertificateKeyFile FOLDER/key.pem
      DocumentRoot FOLDER/root
      DavLockDB FOLDER/locks
      <Directory FOLDER/root/dav>
        Dav On
      </Directory>
      Redirect 204 /hook
      # The storage verifies the signature of the host name.
      ProxyPreserveHost On
      ProxyAddHeaders Off
      ProxyPass /\(bucket) \(storage)/\(bucket) nocanon
      """
    let process = try await ServerProcess(
      ["sh", "FOLDER/start"], files: ["start": script, "httpd.conf": configuration, "root/dav/ready": ""],
      ready: .port(port))
    return Running(process: process, url: "https://localhost:\(port)")
  }
}
