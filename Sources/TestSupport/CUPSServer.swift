import Foundation

/// `cupsd` with a configuration, queues and a spool of its own. Its queue `office` prints on an `IPPServer`; the queue
/// `broken` has a printer that does not answer, and gives up at once. All tests of a process share it.
package actor CUPSServer {
  package static let shared = CUPSServer()
  package static let isInstalled =
    IPPServer.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/sbin/cupsd")

  package struct Running: Sendable {
    package var process: ServerProcess
    package var port: Int
    /// The printer of the queue `office`.
    package var printer: IPPServer.Running

    package func uri(_ queue: String) -> String { "ipp://localhost:\(port)/printers/\(queue)" }
  }

  private var running: Task<Running, any Error>?

  package func server() async throws -> Running {
    if running == nil { running = Task { try await Self.start() } }
    return try await running!.value
  }

  private static func start() async throws -> Running {
    let port = try ServerProcess.freePort()
    let printer = try await IPPServer.start()
    let start = """
      mkdir cache state spool spool/tmp documents
      exec /usr/sbin/cupsd -f -c FOLDER/cupsd.conf -s FOLDER/cups-files.conf
      """
    let queues = [("office", printer.uri), ("broken", "ipp://localhost:1/ipp/print?contimeout=1")].map { name, device in
      """
      <Printer \(name)>
      DeviceURI \(device)
      State Idle
      Accepting Yes
      ErrorPolicy abort-job
      </Printer>

      """
    }
    let process = try await ServerProcess(
      ["sh", "FOLDER/start"],
      files: [
        "start": start, "cupsd.conf": configuration(port), "cups-files.conf": files,
        "root/printers.conf": queues.joined(),
      ], ready: .port(port))
    return Running(process: process, port: port, printer: printer)
  }

  private static func configuration(_ port: Int) -> String {
    """
    Listen localhost:\(port)
    MaxLogSize 0
    DefaultAuthType None
    WebInterface No
    Browsing No
    <Location />
      Order allow,deny
      Allow localhost
    </Location>
    <Policy default>
      JobPrivateAccess all
      JobPrivateValues none
      SubscriptionPrivateAccess all
      SubscriptionPrivateValues none
      <Limit All>
        Order deny,allow
      </Limit>
    </Policy>
    """
  }

  private static let files = """
    ServerRoot FOLDER/root
    CacheDir FOLDER/cache
    StateDir FOLDER/state
    RequestRoot FOLDER/spool
    TempDir FOLDER/spool/tmp
    DocumentRoot FOLDER/documents
    AccessLog FOLDER/access
    ErrorLog stderr
    PageLog FOLDER/pages
    """
}
