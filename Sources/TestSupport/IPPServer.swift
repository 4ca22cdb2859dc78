import Foundation

/// `ippeveprinter`, a printer of CUPS, with a message bus of its own, because it does not start without one. All tests
/// of a process share it. It writes one file for each printed job: the options, and then the document.
package actor IPPServer {
  package static let shared = IPPServer()
  package static let isInstalled =
    FileManager.default.isExecutableFile(atPath: "/usr/sbin/ippeveprinter")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

  package struct Running: Sendable {
    package var process: ServerProcess
    package var port: Int

    package var uri: String { "ipp://localhost:\(port)/ipp/print" }

    /// Creates the file that a document with the text `HOLD name` waits for.
    package func release(_ name: String) throws {
      try Data().write(to: URL(fileURLWithPath: process.folder + "/" + name))
    }
  }

  private var running: Task<Running, any Error>?

  package func server() async throws -> Running {
    if running == nil { running = Task { try await Self.start() } }
    return try await running!.value
  }

  /// Starts one that is not shared; a printer accepts no job while it prints another.
  package static func start() async throws -> Running {
    let port = try ServerProcess.freePort()
    let bus = """
      <busconfig><type>system</type><listen>unix:path=FOLDER/bus</listen><auth>EXTERNAL</auth>
      <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
      """
    let start = """
      mkdir printed spool keys
      chmod +x print
      dbus-daemon --config-file=FOLDER/bus.conf --nofork &
      while ! [ -S FOLDER/bus ]; do sleep 0.02; done
      exec env DBUS_SYSTEM_BUS_ADDRESS=unix:path=FOLDER/bus ippeveprinter -r off -n localhost -K FOLDER/keys -p \(port) \
        -2 -f application/pdf -c FOLDER/print -d FOLDER/spool Test
      """
    let print = """
      #!/bin/sh
      if grep -q ABORT "$1"; then exit 1; fi
      held=$(sed -n 's/^HOLD //p' "$1")
      if [ -n "$held" ]; then while ! [ -e "FOLDER/$held" ]; do sleep 0.02; done; fi
      { env | grep -E '^IPP_(COPIES|SIDES|MEDIA|PAGE_RANGES)='; echo; cat "$1"; } >"FOLDER/$IPP_JOB_ID"
      mv "FOLDER/$IPP_JOB_ID" "FOLDER/printed/$IPP_JOB_NAME.$IPP_JOB_ID"
      """
    let process = try await ServerProcess(
      ["sh", "FOLDER/start"], files: ["start": start, "bus.conf": bus, "print": print], ready: .port(port))
    return Running(process: process, port: port)
  }
}
