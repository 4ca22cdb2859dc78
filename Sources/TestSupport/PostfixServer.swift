import Foundation
import Glibc

/// Postfix with a configuration and a queue of its own, which puts the mails to test.example into one maildir. All
/// tests of a process share it.
package actor PostfixServer {
  package static let shared = PostfixServer()
  package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/postfix")
  /// Whether it can be started: its processes change their user.
  package static var mayStart: Bool { geteuid() == 0 }
  /// The largest mail that it accepts, in bytes.
  package static let maximumSize = 300_000

  package struct Running: Sendable {
    package var process: ServerProcess
    package var port: Int

    /// The self-signed certificate.
    package var authority: String { process.folder + "/certificate.pem" }

    /// The mails that it has put into the maildir of a recipient, once there are as many. The folder is polled,
    /// because Postfix does not notify of mails that it delivers after accepting them.
    package func mails(to recipient: String, count: Int) async throws -> [String] {
      let folder = process.folder + "/mail/inbox/new"
      while true {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let mails = names.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }.map {
          String(decoding: $0, as: UTF8.self)
        }
        .filter { $0.contains("\nDelivered-To: \(recipient)\n") }
        if mails.count >= count { return mails }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    /// The lines of its log with a text, once there is one. Reads the log again and again, as it may be written late.
    package func log(with text: String) async throws -> [String] {
      while true {
        let lines = process.output.split(separator: "\n").filter { $0.contains(text) }
        if !lines.isEmpty { return lines.map(String.init) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private var running: Task<Running, any Error>?

  package func server() async throws -> Running {
    if running == nil { running = Task { try await Self.start() } }
    return try await running!.value
  }

  private static func start() async throws -> Running {
    let port = try ServerProcess.freePort()
    let start = """
      set -e
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1
      mkdir queue data mail
      chown postfix data
      chown nobody mail
      printf 'virtual_uid_maps = static:%s\\nvirtual_gid_maps = static:%s\\n' "$(id -u nobody)" "$(id -g nobody)" \
        >>conf/main.cf
      exec postfix -c FOLDER/conf start-fg
      """
    let process = try await ServerProcess(
      ["sh", "FOLDER/start"], files: ["start": start, "conf/main.cf": main, "conf/master.cf": services(port)],
      ready: .port(port))
    return Running(process: process, port: port)
  }

  private static let main = """
    compatibility_level = 3.6
    queue_directory = FOLDER/queue
    data_directory = FOLDER/data
    command_directory = /usr/sbin
    daemon_directory = /usr/lib/postfix/sbin
    mail_owner = postfix
    setgid_group = postdrop
    maillog_file = /dev/stdout
    inet_interfaces = 127.0.0.1
    inet_protocols = ipv4
    myhostname = mail.test.example
    mydestination =
    mynetworks =
    alias_maps =
    local_recipient_maps =
    virtual_mailbox_domains = test.example
    virtual_mailbox_base = FOLDER/mail
    virtual_mailbox_maps = static:inbox/
    virtual_mailbox_limit = 0
    message_size_limit = \(maximumSize)
    smtpd_recipient_restrictions = reject_unauth_destination
    smtpd_relay_restrictions = reject_unauth_destination
    smtpd_tls_security_level = encrypt
    smtpd_tls_cert_file = FOLDER/certificate.pem
    smtpd_tls_key_file = FOLDER/key.pem

    """

  private static func services(_ port: Int) -> String {
    """
    127.0.0.1:\(port) inet n - n - - smtpd
    cleanup unix n - n - 0 cleanup
    qmgr unix n - n 300 1 qmgr
    tlsmgr unix - - n 1000? 1 tlsmgr
    rewrite unix - - n - - trivial-rewrite
    bounce unix - - n - 0 bounce
    defer unix - - n - 0 bounce
    trace unix - - n - 0 bounce
    proxymap unix - - n - - proxymap
    error unix - - n - - error
    retry unix - - n - - error
    virtual unix - n n - - virtual
    anvil unix - - n - 1 anvil
    postlog unix-dgram n - n - 1 postlogd

    """
  }
}
