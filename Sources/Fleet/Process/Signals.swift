import Dispatch
import Glibc

/// The signals that this process is sent, in their order, from now on until nobody listens any more. They no longer do what
/// they would do by themselves.
package func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
  AsyncStream { continuation in
    let queue = DispatchQueue(label: "signals")
    let sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return SignalSource(source)
    }
    continuation.onTermination = { _ in for source in sources { source.cancel() } }
  }
}

/// Unchecked: a dispatch source may be cancelled from any thread, and nothing else is done with it.
private final class SignalSource: @unchecked Sendable {
  private let source: any DispatchSourceSignal
  init(_ source: any DispatchSourceSignal) { self.source = source }
  func cancel() { source.cancel() }
}
