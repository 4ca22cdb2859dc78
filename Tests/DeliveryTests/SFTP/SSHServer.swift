import Foundation
import Glibc
import Network
import System
import TestSupport

@testable import Delivery

/// OpenSSH's server with host keys of its own and an account that accepts one key. All tests of a process share it.
actor SSHServer {
  static let shared = SSHServer()
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")

  /// A running server.
  struct Running: Sendable {
    var process: ServerProcess
    var port: Int
    /// `SHA256:…` of its host keys.
    var fingerprints: [String]

    func file(_ name: String) throws -> String {
      try String(contentsOfFile: process.folder + "/" + name, encoding: .utf8)
    }
  }

  private var running: Task<Running, any Error>?

  func server() async throws -> Running {
    if running == nil { running = Task { try await Self.start() } }
    return try await running!.value
  }

  /// - Parameter setUp: shell commands that run before the server starts.
  static func start(setUp: String = "") async throws -> Running {
    let port = try ServerProcess.freePort()
    let script = """
      set -e
      umask 077
      for type in ed25519 rsa; do ssh-keygen -q -t $type -N '' -f host_$type; done
      ssh-keygen -q -t ed25519 -N '' -f user_ed25519
      ssh-keygen -q -t rsa -N 'correct horse' -f user_rsa
      ssh-keygen -q -t rsa -m PEM -N 'correct horse' -f user_pem
      ssh-keygen -q -t ed25519 -N '' -f stranger
      cat user_*.pub >authorized_keys
      for type in ed25519 rsa; do ssh-keygen -l -f host_$type.pub; done >fingerprints
      { printf '[127.0.0.1]:\(port) '; cat host_ed25519.pub; } >known_hosts
      { printf '[127.0.0.1]:\(port) '; cat stranger.pub; } >known_changed
      mkdir -p files
      if [ "$(id -u)" = 0 ]; then mkdir -p /run/sshd; fi
      \(setUp)
      exec /usr/sbin/sshd -D -e -f "$PWD/config"
      """
    let configuration = """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey FOLDER/host_ed25519
      HostKey FOLDER/host_rsa
      PidFile none
      AuthorizedKeysFile FOLDER/authorized_keys
      StrictModes no
      UsePAM no
      PermitRootLogin yes
      MaxStartups 100
      MaxAuthTries 20
      Subsystem sftp internal-sftp
      """
    let process = try await ServerProcess(
      ["unshare"] + (geteuid() == 0 ? ["-m"] : ["-r", "-m", "--map-current-user"]) + ["sh", "-c", script],
      files: ["config": configuration], ready: .port(port))
    var running = Running(process: process, port: port, fingerprints: [])
    running.fingerprints = try running.file("fingerprints").split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
    return running
  }
}

extension SSHServer.Running {
  /// A configuration for the account, with the key `user_ed25519`.
  func configuration(
    root: String? = nil, key: String = "user_ed25519", passphrase: Secret? = nil, hostKeys: SSHHostKeys? = nil,
    port: Int? = nil, template: String = "{tenant}/{job}.pdf", onConflict: FolderConfiguration.OnConflict = .rename,
    connectTimeout: Duration = .seconds(30)
  ) throws -> SFTPConfiguration {
    SFTPConfiguration(
      endpoint: try Endpoint(scheme: "sftp", host: "127.0.0.1", port: port ?? self.port), user: NSUserName(),
      credentials: .key(.file(process.folder + "/" + key), passphrase: passphrase),
      hostKeys: hostKeys ?? .fingerprints(fingerprints.compactMap { SSHFingerprint($0) }),
      root: root ?? process.folder + "/files", name: try NameTemplate(template), onConflict: onConflict,
      connectTimeout: connectTimeout)
  }

  func sender(_ configuration: SFTPConfiguration, timeout: Duration = .seconds(60)) throws -> any Sender {
    var limits = DestinationLimits()
    limits.addresses = .withLoopback
    limits.timeout = timeout
    return try configuration.makeSender(name: nil, limits: limits)
  }

  /// A new folder on the server's disk.
  func newFolder() throws -> String {
    let folder = process.folder + "/files/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
