import NIOCore
import NIOHTTP1

/// Rules about HTTP/1 messages that depend on their version and on `Host`, which the types after the HTTP decoder do not
/// show.
///
/// A request names its host once (RFC 9112, 3.2). The answer to a request of HTTP/1.0 is not sent in chunks, but ends
/// with the connection (RFC 9112, 6.1 and 9.3). It is placed directly before the handler that converts messages of
/// HTTP/1 to those of the server, and runs on the connection's event loop only.
final class MessageRules: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// A request without a host, or with several.
  struct HostError: Error {}

  /// Whether each request that is not answered yet is of HTTP/1.0.
  private var isOld = CircularBuffer<Bool>()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version.major == 1 && head.version.minor == 0
    self.isOld.append(isOld)
    let hosts = head.headers["host"].count
    guard hosts == 1 || isOld && hosts == 0 else { return context.fireErrorCaught(HostError()) }
    if isOld { head.headers.replaceOrAdd(name: "connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where isOld.first == true:
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      _ = isOld.popFirst()
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }
}
