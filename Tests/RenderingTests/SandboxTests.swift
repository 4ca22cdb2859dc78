import Foundation
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

  private func answer(_ kind: String) async throws -> String {
    switch try await renderer().render(request(kind), payload: [], timeout: ample) {
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
  }

  @Test func aConfinedRendererReportsNoProblem() async throws {
    let renderer = try renderer()
    try await renderer.warmUp()
    #expect(await renderer.sandboxProblem == nil)
  }

  @Test func aRefusedSandboxIsReported() async throws {
    let renderer = try renderer(["--refused-sandbox"])
    try await renderer.warmUp()
    #expect(await renderer.sandboxProblem?.contains("the kernel refuses") == true)
  }

  @Test func aRequiredSandboxThatIsRefusedPreventsTheStart() async throws {
    let error = await #expect(throws: RenderingError.self) {
      try await renderer(["--refused-sandbox", "--require-sandbox"]).warmUp()
    }
    #expect(error?.message.contains("the kernel refuses to confine renderers") == true)
  }
}
