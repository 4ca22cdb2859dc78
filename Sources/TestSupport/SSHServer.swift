import Foundation
import Glibc

/// OpenSSH's server with host keys of its own and an account that accepts one key. All tests of a process share it.
package actor SSHServer {
  package static let shared = SSHServer()
  package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")

  /// A running server.
  package struct Running: Sendable {
    package var process: ServerProcess
    package var port: Int
    /// `SHA256:…` of its host keys.
    package var fingerprints: [String]

    package func file(_ name: String) throws -> String {
      try String(contentsOfFile: process.folder + "/" + name, encoding: .utf8)
    }

    /// A file of destinations with this server's folder `files`.
    /// - Parameter fileName: the pattern of the names of files.
    package func destinations(_ name: String, fileName: String) -> String {
      """
      sftp:
        \(name):
          host: 127.0.0.1
          port: \(port)
          user: \(NSUserName())
          key: { file: \(process.folder)/user_ed25519 }
          known_hosts: \(process.folder)/known_hosts
          root: \(process.folder)/files
          name: "\(fileName)"
          allowed_networks: [127.0.0.0/8]
      """
    }
  }

  private var running: Task<Running, any Error>?

  package func server() async throws -> Running {
    if running == nil { running = Task { try await Self.start() } }
    return try await running!.value
  }

  /// - Parameter setUp: shell commands that run before the server starts.
  package static func start(setUp: String = "") async throws -> Running {
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
