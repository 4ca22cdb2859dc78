import Dates
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// An HTTP/1.1 server for one table of routes. TLS is the task of a proxy before it.
package final class WebServer: Sendable {
  /// The table's routes are served.
  package let table: RouteTable
  private let address: ListenAddress
  private let limits: ServerLimits
  private let proxies: TrustedProxies
  private let log: Logger
  private let state: ServerState
  private let group = Mutex<ServiceGroup?>(nil)
  private let started = Latch()
  private let port = Mutex<Int?>(nil)

  package init(
    table: RouteTable, listen address: ListenAddress, limits: ServerLimits = ServerLimits(),
    proxies: TrustedProxies = TrustedProxies(), log: Logger
  ) {
    self.table = table
    self.address = address
    self.limits = limits
    self.proxies = proxies
    self.log = log
    state = ServerState(limits)
  }

  /// Whether the server was asked to stop.
  package var isDraining: Bool { state.draining.isSet }

  /// The number of open connections.
  package var connections: Int { state.connections.count }

  /// Waits until no connection is open.
  func waitUntilUnconnected() async { await state.connections.waitUntilEmpty() }

  /// Waits until no bodies of requests are held.
  func waitUntilNoBodyIsHeld() async { await state.bodies.waitUntilEmpty() }

  /// Accepts connections until `stop` is called or the task is cancelled.
  /// - Throws: `ListenError` if the system refuses the address, for example because it is in use.
  package func run() async throws {
    var configuration = ServiceGroupConfiguration(services: [makeServer()], logger: quiet)
    configuration.maximumGracefulShutdownDuration = limits.stopTime
    let group = ServiceGroup(configuration: configuration)
    self.group.withLock { $0 = group }
    defer {
      state.draining.set()
      started.set()
    }
    if isDraining { return }
    do {
      try await group.run()
    } catch let error as IOError where port.withLock({ $0 }) == nil {
      throw ListenError(address: address, errno: error.errnoCode)
    }
  }

  /// Waits until connections are accepted.
  /// - Returns: the port; nil if the server ended before.
  package func waitUntilListening() async -> Int? {
    await started.wait()
    return port.withLock { $0 }
  }

  /// Stops accepting connections and waits for running requests, at most for the limit's `stopTime`; then `run`
  /// returns.
  package func stop() async {
    state.draining.set()
    await group.withLock { $0 }?.triggerGracefulShutdown()
  }

  private func makeServer() -> Server<HTTP1Channel> {
    let responder = Responder(dispatcher: Dispatcher(table: table, log: log), state: state, proxies: proxies)
    let limits = limits
    let connections = state.connections
    let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
      maxHeaderFieldCount: limits.headerFields)
    let channel = HTTP1Channel(
      responder: { try await responder.respond(to: $0, $1, on: $2) },
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(limits: limits, connections: connections)],
        httpDecoderConfiguration: decoder))
    return Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: quiet)),
      onServerRunning: { [self] channel in
        port.withLock { $0 = channel.localAddress?.port }
        started.set()
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
  }

  /// The library's messages about its own progress are of no use to operators.
  private var quiet: Logger {
    var quiet = log
    quiet.logLevel = max(log.logLevel, .warning)
    return quiet
  }
}

/// The state that all requests of a server share.
final class ServerState: Sendable {
  let draining = Latch()
  let connections = ConnectionRegistry()
  let bodies: BodyMemory

  init(_ limits: ServerLimits) { bodies = BodyMemory(limit: limits.bodyBytes) }
}

/// Converts between the messages of Hummingbird and of this module.
private struct Responder: Sendable {
  let dispatcher: Dispatcher
  let state: ServerState
  let proxies: TrustedProxies

  func respond(to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel) async throws {
    let head = RequestHead(
      request.head, peer: channel.remoteAddress?.ipAddress, proxies: proxies,
      connection: RequestHead.Connection(
        channel: channel, status: state.connections.status(of: ObjectIdentifier(channel)),
        draining: state.draining, bodies: state.bodies))
    var response = await dispatcher.respond(to: head, body: request.body).hummingbirdResponse(
      isDraining: state.draining.isSet)
    response.headers[.date] = Timestamp.now.http
    do {
      try await writer.write(response: response.head, body: response.body)
    } catch {
      // The server would answer some errors with a second response.
      throw BrokenResponse()
    }
  }
}

/// A response whose writing has begun and failed. The connection is closed.
private struct BrokenResponse: Error {}
