import Foundation
import OperatingSystem
import RenderingTesting
import TestTraits
import Testing

@testable import Rendering

/// System calls of renderers with the filter in force, and the failures that forbidden ones cause.
@Suite(.hangLimit) struct SandboxTests {
  private let ample = Duration.seconds(3600)

  private func request(_ kind: String) -> RenderRequest {
    RenderRequest(kind: kind, created: 0, cpuSeconds: 60, memory: 256 << 20)
  }

  private func renderer(_ arguments: [String] = []) throws -> Renderer {
    try Renderer(RendererSettings(program: FakeRenderer.command(arguments), startTimeout: ample))
  }

  private func answer(_ kind: String, _ payload: String = "") async throws -> String {
    switch try await renderer().render(request(kind), payload: Array(payload.utf8), timeout: ample) {
    case .rendered(_, let pdf): String(decoding: pdf, as: UTF8.self)
    case let outcome: "\(outcome)"
    }
  }

  @Test(arguments: ["socket", "spawn"])
  func aForbiddenCallFailsItsOwnDocumentOnly(kind: String) async throws {
    let renderer = try renderer()
    guard case .failed(let failure) = await renderer.render(request(kind), payload: [], timeout: ample) else {
      return #expect(Bool(false), "the call was allowed")
    }
    #expect(failure.code == "forbidden")
    #expect(failure.isPermanent)
    guard case .rendered(_, [2]) = await renderer.render(request("echo"), payload: [2], timeout: ample) else {
      return #expect(Bool(false), "nothing is rendered afterwards")
    }
  }

  @Test(arguments: ["local-socket", "unlink", "write"])
  func callsThatLibrariesTryFailWithoutKilling(kind: String) async throws {
    #expect(try await answer(kind) == "refused")
  }

  @Test func filesMayBeReadAndThreadsStarted() async throws {
    #expect(try await answer("read") == "Name:")
    #expect(try await answer("thread") == "threaded")
    #expect(try await answer("background") == "computed")
  }

  @Test func aConfinedRendererReportsNoProblem() async throws {
    let renderer = try renderer()
    try await renderer.warmUp()
    #expect(await renderer.sandboxProblems == [])
  }

  @Test func aRefusedSandboxIsReported() async throws {
    let renderer = try renderer(["--refused-sandbox"])
    try await renderer.warmUp()
    #expect(await renderer.sandboxProblems.contains { $0.contains("the kernel refuses") })
  }

  @Test func aRequiredSandboxThatIsRefusedPreventsTheStart() async throws {
    let error = await #expect(throws: RenderingError.self) {
      try await renderer(["--refused-sandbox", "--require-sandbox"]).warmUp()
    }
    #expect(error?.message.contains("the kernel refuses to confine renderers") == true)
  }

  @Test(arguments: [
    "worker-environment", "worker-memory", "worker-files", "signal-worker", "asynchronous-signal", "dumpable",
    "type-into-terminal",
  ])
  func theWorkerCannotBeReachedFromARenderer(kind: String) async throws {
    #expect(try await answer(kind) == "refused")
  }

  @Test func anotherRendererCannotBeRead() async throws {
    let sibling = try renderer()
    guard case .rendered(_, let id) = await sibling.render(request("process"), payload: [], timeout: ample) else {
      return #expect(Bool(false), "nothing is rendered")
    }
    #expect(try await answer("sibling-memory", String(decoding: id, as: UTF8.self)) == "refused")
  }

  @Test(arguments: ["/etc/passwd", "/etc/hostname", "/proc/1/status", #filePath])
  func filesThatRenderingDoesNotNeedCannotBeRead(path: String) async throws {
    #expect(FileManager.default.isReadableFile(atPath: path))
    #expect(try await answer("file", path) == "refused")
  }

  @Test(arguments: ["/", "/tmp", "/root", "/home", "/proc"])
  func foldersThatRenderingDoesNotNeedCannotBeListed(path: String) async throws {
    #expect(try await answer("folder", path) == "refused")
  }

  @Test func aRendererHasNoCapabilitiesAndIsNotRoot() async throws {
    #expect(try await answer("capabilities") == "0000000000000000")
    #expect(try await answer("bounding-set") == "0000000000000000")
    #expect(try await answer("user") != "0")
  }

  @Test func documentsOfAnotherTenantGetANewProcess() async throws {
    var settings = RendererSettings(program: FakeRenderer.command([]), startTimeout: ample)
    settings.isolatesTenants = true
    let renderer = try Renderer(settings)
    var processes: [[UInt8]] = []
    for tenant in ["a", "a", "b"] {
      var request = request("process")
      request.tenant = tenant
      guard case .rendered(_, let process) = await renderer.render(request, payload: [], timeout: ample) else {
        return #expect(Bool(false), "nothing is rendered")
      }
      processes.append(process)
    }
    #expect(processes[0] == processes[1])
    #expect(processes[1] != processes[2])
  }

  /// As in a container that allows no user namespaces. Started by root, the renderer continues as the user nobody.
  @Test func aRendererWithoutANamespaceReportsIt() async throws {
    let run = try await onThread(name: "renderer") { try ProgramRun(FakeRenderer.command()) }
    #expect(run.report.reason == .exited(0))
    #expect(run.output.contains("the kernel does not allow a user namespace"))
    let required = try await onThread(name: "renderer") { try ProgramRun(FakeRenderer.command(["--require-sandbox"])) }
    #expect(required.report.reason == .exited(1))
  }
}
