import Foundation
import OperatingSystem
import RenderingTesting
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Rendering

/// Renderer processes, with the fake renderer, whose documents behave as their kind says.
@Suite(.hangLimit) struct RendererTests {
  /// Longer than the time limit of a test.
  let ample = Duration.seconds(3600)

  func renderer(
    documents: Int = 100, memory: Int = 1 << 30, frames: Frame.Limits = Frame.Limits(), arguments: [String] = []
  ) throws -> Renderer {
    try Renderer(
      RendererSettings(
        program: FakeRenderer.command(arguments), documentsPerProcess: documents, memoryPerProcess: memory,
        startTimeout: ample,
        frameLimits: frames))
  }

  func request(_ kind: String, cpuSeconds: Int = 60) -> RenderRequest {
    RenderRequest(kind: kind, created: 0, cpuSeconds: cpuSeconds, memory: 256 << 20)
  }

  func failure(_ kind: String, cpuSeconds: Int = 60, timeout: Duration = .seconds(3600)) async throws -> RenderFailure?
  {
    let renderer = try renderer()
    let outcome = await renderer.render(request(kind, cpuSeconds: cpuSeconds), payload: [1], timeout: timeout)
    guard case .failed(let failure) = outcome else {
      Issue.record("\(kind) ended in \(outcome)")
      return nil
    }
    // The next document is rendered nevertheless.
    guard case .rendered(_, [2]) = await renderer.render(request("echo"), payload: [2], timeout: ample) else {
      Issue.record("nothing is rendered after \(kind)")
      return nil
    }
    return failure
  }

  @Test func aRenderedDocumentIsReturnedWithItsReport() async throws {
    let outcome = try await renderer().render(request("echo"), payload: [1, 2, 3], timeout: ample)
    let report = RenderReport(pages: [.init(width: 595, height: 842)], timings: ["document": 1])
    #expect(outcome == .rendered(report, body: [1, 2, 3]))
  }

  @Test func artifactsAreSentWithTheirDocumentOnly() async throws {
    let path = NSTemporaryDirectory() + "artifact-\(UUID().uuidString)"
    try Data("one".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let renderer = try renderer()
    let report = RenderReport(pages: [])
    let artifact = LocalArtifact(sha256: "ab", path: path)
    let first = await renderer.render(request("artifacts"), payload: [], artifacts: [artifact], timeout: ample)
    #expect(first == .rendered(report, body: Array("ab=one".utf8)))
    let second = await renderer.render(request("artifacts"), payload: [], timeout: ample)
    #expect(second == .rendered(report, body: []))
  }

  @Test func anArtifactThatCannotBeReadFailsItsDocument() async throws {
    let missing = LocalArtifact(sha256: "ab", path: "/nonexistent")
    let outcome = try await renderer().render(request("artifacts"), payload: [], artifacts: [missing], timeout: ample)
    guard case .failed(let failure) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(failure.code == "artifact_missing" && !failure.isPermanent)
  }

  @Test func largePayloadsPassInBothDirections() async throws {
    let payload = [UInt8](repeating: 65, count: 20 << 20)
    guard case .rendered(_, let pdf) = try await renderer().render(request("echo"), payload: payload, timeout: ample)
    else { return #expect(Bool(false)) }
    #expect(pdf == payload)
  }

  @Test func oneProcessRendersSeveralDocumentsAndIsReplacedAtItsLimit() async throws {
    let renderer = try renderer(documents: 2)
    var processes: [[UInt8]] = []
    for _ in 0..<4 {
      guard case .rendered(_, let id) = await renderer.render(request("process"), payload: [], timeout: ample)
      else { return #expect(Bool(false)) }
      processes.append(id)
    }
    #expect(processes[0] == processes[1])
    #expect(processes[2] == processes[3])
    #expect(processes[1] != processes[2])
  }

  @Test func aProcessThatHasGrownTooLargeIsReplaced() async throws {
    let renderer = try renderer(memory: 150 << 20)
    var processes: [[UInt8]] = []
    for _ in 0..<3 {
      guard case .rendered(_, let id) = await renderer.render(request("grow"), payload: [], timeout: ample)
      else { return #expect(Bool(false)) }
      processes.append(id)
    }
    #expect(processes[0] == processes[1])
    #expect(processes[1] != processes[2])
  }

  @Test func progressIsReportedWhileTheDocumentIsRendered() async throws {
    let told = Mutex<[Int]>([])
    let outcome = try await renderer().render(request("progress"), payload: [3], timeout: ample) { pages in
      told.withLock { $0.append(pages) }
    }
    #expect(outcome == .rendered(RenderReport(pages: []), body: [3]))
    let counts = told.withLock { $0 }
    // The first ten of 40 counts follow each other without a pause.
    #expect(!counts.isEmpty && counts.count <= 31)
    #expect(counts == counts.sorted())
  }

  @Test func aDocumentBeyondTheOutputLimitIsRefusedPermanently() async throws {
    let renderer = try renderer(frames: Frame.Limits(header: 1 << 16, body: 1 << 20))
    guard case .failed(let failure) = await renderer.render(request("flood"), payload: [], timeout: ample) else {
      return #expect(Bool(false))
    }
    #expect(failure.code == "too_large")
    #expect(failure.isPermanent)
  }

  @Test func aFailureOfTheDocumentKeepsTheProcess() async throws {
    let expected = RenderFailure(code: "payload", message: "is not a number", place: "$.total", isPermanent: true)
    #expect(try await failure("fail") == expected)
  }

  @Test func aCrashFailsItsOwnDocumentWithSignalAndStderr() async throws {
    let failure = try await failure("crash")
    #expect(failure?.code == "crashed")
    #expect(failure?.isPermanent == false)
    #expect(failure?.message.contains("signal 11") == true)
    #expect(failure?.message.contains("the last words") == true)
  }

  @Test func anExitIsACrash() async throws {
    let failure = try await failure("exit")
    #expect(failure?.code == "crashed")
    #expect(failure?.message.contains("status 7") == true)
  }

  @Test func aHangIsKilledAtItsTimeout() async throws {
    let failure = try await failure("hang", timeout: .milliseconds(300))
    #expect(failure?.code == "timeout")
    #expect(failure?.isPermanent == false)
  }

  /// Regression: its end was waited for as long as it wrote.
  @Test func aRendererThatWritesErrorsWithoutEndIsKilled() async throws {
    #expect(try await failure("chatter", timeout: .milliseconds(300))?.code == "timeout")
  }

  @Test func cpuTimeIsLimited() async throws {
    #expect(try await failure("spin", cpuSeconds: 1)?.code == "timeout")
  }

  @Test func memoryIsLimited() async throws {
    let failure = try await failure("eat")
    #expect(failure?.code == "memory")
    #expect(failure?.message.contains("may use 256 MB") == true)
    #expect(failure?.isPermanent == false)
  }

  @Test func garbageOnThePipeIsAViolation() async throws {
    #expect(try await failure("garbage")?.code == "protocol")
  }

  @Test func whatLibrariesPrintDoesNotReachThePipe() async throws {
    let outcome = try await renderer().render(request("noise"), payload: [5], timeout: ample)
    #expect(outcome == .rendered(RenderReport(pages: []), body: [5]))
  }

  @Test func filesCannotBeWritten() async throws {
    let outcome = try await renderer().render(request("write"), payload: [], timeout: ample)
    #expect(outcome == .rendered(RenderReport(pages: []), body: Array("refused".utf8)))
  }

  @Test func nothingButTheStandardDescriptorsAndThePipeIsOpen() async throws {
    let other = try renderer()
    guard case .rendered = await other.render(request("echo"), payload: [], timeout: ample) else {
      return #expect(Bool(false))
    }
    let outcome = try await renderer().render(request("descriptors"), payload: [], timeout: ample)
    #expect(outcome == .rendered(RenderReport(pages: []), body: Array("0 1 2 3 4".utf8)))
  }

  @Test func cancellingStopsTheRenderer() async throws {
    let renderer = try renderer()
    try await renderer.warmUp()
    let task = Task { await renderer.render(request("hang"), payload: [], timeout: ample) }
    task.cancel()
    #expect(await task.value == .interrupted)
    #expect(
      await renderer.render(request("echo"), payload: [1], timeout: ample)
        == .rendered(RenderReport(pages: [.init(width: 595, height: 842)], timings: ["document": 1]), body: [1]))
  }

  @Test func anIdleRendererThatWasKilledIsReplaced() async throws {
    let renderer = try renderer()
    guard case .rendered(_, let id) = await renderer.render(request("process"), payload: [], timeout: ample),
      let process = pid_t(String(decoding: id, as: UTF8.self))
    else { return #expect(Bool(false)) }
    let end = ProcessEnd(of: process)
    kill(process, SIGKILL)
    // The kernel closes the process's pipes before it reports the end.
    await end.wait()
    guard case .rendered = await renderer.render(request("process"), payload: [], timeout: ample) else {
      return #expect(Bool(false))
    }
  }

  /// Regression: the document was rendered without the file.
  @Test func aDocumentIsNotRenderedWithoutAFileThatWasSentWithIt() async throws {
    let renderer = try renderer()
    var request = request("echo")
    request.assets = ["logo.png": String(repeating: "a", count: 64)]
    guard case .failed(let failure) = await renderer.render(request, payload: [1], timeout: ample) else {
      return #expect(Bool(false))
    }
    #expect(failure.code == "artifact_missing" && !failure.isPermanent)
    #expect(failure.message.contains("“logo.png” of the document is not in the artifact store"))
  }

  @Test func aMissingProgramIsUnavailable() async throws {
    let missing = try Renderer(RendererSettings(program: ProgramCommand(path: "/nonexistent/renderer", arguments: [])))
    guard case .unavailable(let error) = await missing.render(request("echo"), payload: [], timeout: ample) else {
      return #expect(Bool(false))
    }
    #expect(error.code == .startFailed)
    #expect(error.place == "/nonexistent/renderer")
  }

  @Test func aProgramThatExitsAtItsStartIsUnavailableWithItsError() async throws {
    let outcome = try await renderer(arguments: ["--die-at-start"]).render(request("echo"), payload: [], timeout: ample)
    guard case .unavailable(let error) = outcome else { return #expect(Bool(false)) }
    #expect(error.message.contains("status 3"))
    #expect(error.message.contains("no fonts here"))
  }
}
