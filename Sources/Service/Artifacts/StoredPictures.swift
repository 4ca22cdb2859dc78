import Application
import ArtifactStore
import Foundation
import OperatingSystem
import Rendering
import Synchronization
import Web

/// Pages of the documents in the artifact store. The last pictures are kept in memory.
package struct StoredPictures: PagePictures {
  private let artifacts: ArtifactStore
  private let renderer: PagePictureRenderer
  private let cache = PNGCache()
  private let failures = PictureFailures()

  package init(artifacts: ArtifactStore, renderer: PagePictureRenderer) {
    self.artifacts = artifacts
    self.renderer = renderer
  }

  /// Draws by this program.
  /// - Parameter requireSandbox: whether not to draw if the kernel refuses a layer of the sandbox.
  package init(artifacts: ArtifactStore, requireSandbox: Bool = false) {
    let program = ProgramCommand.withoutSecrets("page-picture", requireSandbox: requireSandbox)
    self.init(artifacts: artifacts, renderer: PagePictureRenderer(program: program))
  }

  /// A picture of a page of an artifact as PNG, drawn once and then cached.
  /// - Parameter width: in pixels.
  package func png(of page: PageChoice, width: Int) async throws -> [UInt8] {
    try await png(of: page, width: width) { try await artifacts.read(page.sha256) }
  }

  package func png(
    of page: PageChoice, width: Int, reading read: @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    let key = PNGCache.Key(sha256: page.sha256, page: page.page, width: width)
    if let known = cache[key] { return known }
    let failure = PictureFailures.Key(sha256: page.sha256, page: page.page)
    try failures.check(failure, width: width)
    do {
      let png = try await renderer.png(page: page.page, width: width, tenant: page.tenant) {
        // It may have failed for another request while this one waited.
        try failures.check(failure, width: width)
        return try await read()
      }
      cache.insert(png, for: key)
      return png
    } catch let error as RenderingError where error.isTemporary {
      throw Problem(.unavailable, error.message, headers: ["Retry-After": "2"])
    } catch let error as RenderingError where error.code == .unreadable || error.code == .tooSlow {
      let problem = Problem(
        .undrawablePage,
        error.code == .tooSlow ? "the page takes too long to draw" : "the page cannot be drawn: \(error.message)")
      failures.insert(problem, for: failure, width: error.code == .tooSlow ? width : 0)
      throw problem
    }
  }
}

extension ProgramCommand {
  /// A command of this program with an environment without database URL and other secrets.
  /// - Parameter requireSandbox: whether it must not run if the kernel refuses a layer of its sandbox.
  package static func withoutSecrets(_ subcommand: String, requireSandbox: Bool = false) -> ProgramCommand {
    let passed = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"]
    let environment = ProcessInfo.processInfo.environment.filter { name, _ in
      passed.contains(name) || name.hasPrefix("FONTCONFIG_") || name.hasPrefix("XDG_")
    }
    return ProgramCommand(
      path: Installation.program, arguments: [subcommand] + (requireSandbox ? ["--require-sandbox"] : []),
      environment: environment)
  }
}

/// The last pictures that were drawn, up to a number of bytes.
final class PNGCache: Sendable {
  struct Key: Hashable {
    var sha256: String
    var page: Int
    var width: Int
  }
  private struct State {
    var pictures: [Key: [UInt8]] = [:]
    /// The oldest first.
    var order: [Key] = []
    var bytes = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int = 16 << 20) { self.limit = limit }

  subscript(key: Key) -> [UInt8]? { state.withLock { $0.pictures[key] } }

  /// The number of bytes that are kept.
  var bytes: Int { state.withLock { $0.bytes } }

  func insert(_ png: [UInt8], for key: Key) {
    guard png.count <= limit / 4 else { return }
    state.withLock { state in
      guard state.pictures.updateValue(png, forKey: key) == nil else { return }
      state.order.append(key)
      state.bytes += png.count
      while state.bytes > limit {
        state.bytes -= state.pictures.removeValue(forKey: state.order.removeFirst())?.count ?? 0
      }
    }
  }
}
