import Diagnostics
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces the limits of time on one connection, and closes it after an answer with `Connection: close`.
///
/// It is placed between the HTTP decoder and Hummingbird's handlers, and runs on the connection's event loop only.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ServerLimits
  private let connections: ConnectionRegistry
  private let status = ConnectionStatus()
  private var requestDeadline: NIODeadline?
  private var requestTimer: Scheduled<Void>?
  private var stallTimer: Scheduled<Void>?
  /// Requests whose answer has not been written completely.
  private var unanswered = 0
  /// Whether a request has begun and has not ended.
  private var isReceiving = false
  /// The answer to a request that is refused while requests before it are unanswered.
  private var refusal: ConnectionRefusal?
  private var closesAfterAnswer = false
  /// Bytes that may still arrive after the last answer; nil before it.
  private var lingering: Int?

  init(limits: ServerLimits, connections: ConnectionRegistry) {
    self.limits = limits
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    // It is the server's own pipeline, which always has this handler.
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(MessageRules(), position: .before(codec))
    }
    connections.add(ObjectIdentifier(context.channel), status)
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    let client = ClientNetwork.name(of: context.remoteAddress?.ipAddress ?? "")
    let count = connections.identify(ObjectIdentifier(context.channel), as: client)
    if let limit = limits.connectionsPerClient, count > limit {
      refuse(context, .tooManyConnections(limit))
      // Nothing more is read, so that the connection does not count any longer.
      return context.close(promise: nil)
    }
    startRequestTimer(context, in: limits.idleTime)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      status.closed.set()
      if lingering != nil { return context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func end(_ context: ChannelHandlerContext) {
    requestTimer?.cancel()
    stallTimer?.cancel()
    status.closed.set()
    connections.remove(ObjectIdentifier(context.channel))
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if lingering != nil { return discard(part, context) }
    // Nothing that follows a refused request is read as a request.
    if refusal != nil { return }
    switch part {
    case .head(let head):
      unanswered += 1
      isReceiving = true
      if head.asksToClose { closesAfterAnswer = true }
      startRequestTimer(context, in: limits.requestTime)
    case .body(let bytes):
      let seconds = Double(bytes.readableBytes) / Double(limits.bytesPerSecond)
      requestDeadline = requestDeadline.map { $0 + .nanoseconds(Int64(seconds * 1e9)) }
    case .end:
      isReceiving = false
      requestTimer?.cancel()
      requestTimer = nil
    }
    context.fireChannelRead(data)
  }

  private func startRequestTimer(_ context: ChannelHandlerContext, in time: Duration) {
    let deadline = NIODeadline.now() + TimeAmount(time)
    // Otherwise the timer would end too late: the time for a request is shorter than the time between two requests.
    if let current = requestDeadline, deadline < current {
      requestTimer?.cancel()
      requestTimer = nil
    }
    requestDeadline = deadline
    if requestTimer == nil { scheduleRequestTimer(context) }
  }

  private func scheduleRequestTimer(_ context: ChannelHandlerContext) {
    guard let deadline = requestDeadline else { return }
    requestTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
      requestTimer = nil
      if let deadline = requestDeadline, deadline > .now() { return scheduleRequestTimer(context) }
      if unanswered == 0 { return context.close(promise: nil) }
      refuse(context, .late)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let refusal = ConnectionRefusal(of: error, limits) else { return context.fireErrorCaught(error) }
    refuse(context, refusal)
  }

  /// Answers when the requests before are answered (RFC 9112, 9.3.2), and closes the connection.
  private func refuse(_ context: ChannelHandlerContext, _ refusal: ConnectionRefusal) {
    guard self.refusal == nil else { return }
    requestTimer?.cancel()
    requestTimer = nil
    if lingering == nil, !isNextToAnswer { self.refusal = refusal } else { send(refusal, context) }
  }

  /// Whether all requests before the one that is received are answered.
  private var isNextToAnswer: Bool { unanswered <= (isReceiving ? 1 : 0) }

  /// Answers, unless the answer has been started, and closes the connection.
  private func send(_ refusal: ConnectionRefusal, _ context: ChannelHandlerContext) {
    status.broken.set()
    guard lingering == nil, !hasStartedAnswer else { return context.close(promise: nil) }
    closesAfterAnswer = true
    unanswered = 1
    hasStartedAnswer = true
    context.write(wrapOutboundOut(.head(refusal.head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: refusal.body))), promise: nil)
    write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
    context.flush()
  }

  // MARK: Answers

  private var hasStartedAnswer = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // After `refuse`, the handler of the request may still answer.
    if lingering != nil {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.kind != .informational:
      hasStartedAnswer = true
      if head.headerFields[.connection] == "close" { closesAfterAnswer = true }
      context.write(data, promise: promise)
    case .end:
      hasStartedAnswer = false
      unanswered -= 1
      context.write(data, promise: promise)
      if unanswered == 0, closesAfterAnswer {
        linger(context)
      } else if let refusal, isNextToAnswer {
        send(refusal, context)
      } else if unanswered == 0 {
        startRequestTimer(context, in: limits.idleTime)
      }
    default: context.write(data, promise: promise)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stallTimer?.cancel()
    stallTimer = nil
    if !context.channel.isWritable {
      stallTimer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.stalledTime)) {
        context.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: End of the connection

  /// Bytes that a client may send after the last answer, and how long.
  private static let lingerLimit = 1 << 20
  private static let lingerTime = TimeAmount.seconds(2)

  /// Ends the output and reads on for a moment: if the connection were closed while the client still sends, the system
  /// would reset it, and the client would lose the answer.
  private func linger(_ context: ChannelHandlerContext) {
    lingering = Self.lingerLimit
    requestTimer?.cancel()
    context.flush()
    context.close(mode: .output, promise: nil)
    context.read()
    requestTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { context.close(promise: nil) }
  }

  private func discard(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    if case .body(let bytes) = part, let left = lingering {
      lingering = left - bytes.readableBytes
      if left < bytes.readableBytes { context.close(promise: nil) }
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if lingering != nil { context.read() }
  }
}
