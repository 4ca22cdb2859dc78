import Dispatch
import Glibc

/// The signals that are sent to this process, in order, until the stream's consumer ends. Their default effect is
/// disabled meanwhile.
package func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
  AsyncStream { continuation in
    let queue = DispatchQueue(label: "signals")
    let installed = DispatchGroup()
    let sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      installed.enter()
      source.setRegistrationHandler { installed.leave() }
      source.resume()
      return SignalSource(source)
    }
    // A signal that arrives before would end the process.
    installed.wait()
    continuation.onTermination = { _ in for source in sources { source.cancel() } }
  }
}

/// Keeps the process alive when the reader of a pipe that it writes to has ended, such as a program that reads its log:
/// writing fails instead.
package func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

/// Unchecked: a dispatch source may be cancelled from any thread, and only that is done with it.
private final class SignalSource: @unchecked Sendable {
  private let source: any DispatchSourceSignal
  init(_ source: any DispatchSourceSignal) { self.source = source }
  func cancel() { source.cancel() }
}
