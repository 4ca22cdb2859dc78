import Logging
import Rendering
import Web

/// The web server of a preview.
package final class PreviewServer: Sendable {
  private let host: PreviewHost
  private let server: WebServer
  private let address: ListenAddress
  /// The first segment of all paths.
  private let key = LocalRequests.randomKey()

  /// - Parameter renderer: how renderers are started.
  /// - Throws: `PreviewError` if the settings are invalid, `CompositionError` if a kind's file has an error.
  package init(_ settings: PreviewSettings, renderer: RendererSettings, log: Logger) throws {
    guard settings.listen.isLoopback else {
      throw PreviewError(
        .invalidSource, "the preview is for this machine only; use 127.0.0.1, localhost or [::1]",
        at: settings.listen.description)
    }
    address = settings.listen
    host = try PreviewHost(settings, renderer: renderer, log: log)
    var table = RouteTable(authenticators: [LocalRequests.kind: LocalRequests(key: key)]) { error in
      (error as? PreviewError).map(Problem.init)
    }
    table.add(PreviewRoutes(host: host).all)
    var limits = ServerLimits()
    limits.connections = 64
    limits.stopTime = .seconds(1)
    server = WebServer(table: table, listen: settings.listen, limits: limits, log: log)
  }

  /// Whether all folders are watched.
  package var watchesEverything: Bool { host.watchesEverything }

  /// Serves the preview until `stop`.
  /// - Parameter ready: called with the address of the page when it can be opened.
  /// - Throws: `serverFailed`, for example if the port is in use.
  package func run(ready: @escaping @Sendable (String) -> Void) async throws(PreviewError) {
    let watching = Task { [host] in await host.run() }
    let announcing = Task { [server, address, key] in
      guard let port = await server.waitUntilListening() else { return }
      ready("http://\(ListenAddress(host: address.host, port: port))/\(key)/")
    }
    defer {
      watching.cancel()
      announcing.cancel()
    }
    do {
      try await server.run()
    } catch {
      await host.stop()
      throw PreviewError(
        .serverFailed, "the server cannot run: \(error); if the port is in use, choose another one with --listen",
        at: address.description)
    }
    await host.stop()
  }

  package func stop() async { await server.stop() }
}

extension Problem {
  fileprivate init(_ error: PreviewError) {
    let type: ProblemType =
      switch error.code {
      case .outdated: .outdatedDocument
      case .notFound: .notFound
      case .tooMany: .tooManyRequests
      case .invalidSource: .invalidParameter
      case .watchFailed, .noRenderer, .serverFailed: .unavailable
      }
    self.init(type, error.description)
  }
}

extension ProblemType {
  fileprivate static let outdatedDocument = ProblemType(
    "outdated_document", status: 409, "The document has changed")
}
