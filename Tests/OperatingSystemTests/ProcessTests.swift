import Glibc
import OperatingSystem
import TestTraits
import Testing

@Suite(.hangLimit) struct ProcessTests {
  @Test func outputAndErrorsAreReadTogether() throws {
    let run = try ProgramRun(
      ProgramCommand(path: "/bin/sh", arguments: ["-c", "pwd; echo $NAME >&2; exit 3"], environment: ["NAME": "value"]))
    #expect(run.output == "/\nvalue\n")
    #expect(run.report.reason == .exited(3))
    #expect(run.report.shellStatus == 3)
  }

  @Test func aSignalIsReportedAsAShellDoes() throws {
    let run = try ProgramRun(ProgramCommand(path: "/bin/sh", arguments: ["-c", "kill -TERM $$"]))
    #expect(run.report.reason == .signalled(SIGTERM))
    #expect(run.report.shellStatus == 128 + SIGTERM)
  }

  @Test func aMissingProgramIsNamedInTheError() {
    let error = #expect(throws: SystemError.self) {
      try ProgramRun(ProgramCommand(path: "/nonexistent/program", arguments: []))
    }
    #expect(error?.path == "/nonexistent/program")
    #expect(error?.errno == ENOENT)
  }

  /// Threads that this module starts block signals; children must not inherit that.
  @Test func aChildBlocksNoSignals() async throws {
    let run = try await onThread(name: "test") {
      try ProgramRun(ProgramCommand(path: "/bin/grep", arguments: ["SigBlk", "/proc/self/status"]))
    }
    #expect(run.output == "SigBlk:\t0000000000000000\n")
  }

  /// A worker and its renderers are of one release, even if the path has the file of the next one by then.
  @Test func theOwnProgramIsStartedFromItsOwnFile() {
    #expect(RunningProgram.path.hasPrefix("/") && !RunningProgram.path.hasSuffix(" (deleted)"))
    #expect(RunningProgram.file(for: RunningProgram.path) == "/proc/self/exe")
    #expect(RunningProgram.file(for: "/bin/cat") == "/bin/cat")
  }

  @Test func errorsOfATaskAreReadAndCutOff() async throws {
    let run = { @Sendable (script: String) in
      try TaskProcess.run(
        ProgramCommand(path: "/bin/sh", arguments: ["-c", script]), isIsolated: false, input: [1, 2, 3],
        outputLimit: 100, time: .seconds(3600), isComplete: { $0.count == 3 })
    }
    let errors = "/usr/bin/head -c 1000000 /dev/zero >&2; exec 2>&-; "
    #expect(try await onThread(name: "task") { try run(errors + "/usr/bin/head -c 3") } == [1, 2, 3])
    let error = await #expect(throws: TaskError.self) {
      try await onThread(name: "task") { try run(errors + "exit 3") }
    }
    #expect(error?.output.utf8.count == 500)
  }

  @Test func aChildIsKilledWithItsOwner() throws {
    let child = try ChildProcess(ProgramCommand(path: "/bin/cat", arguments: []))
    #expect(child.end().reason == .signalled(SIGKILL))
  }
}
