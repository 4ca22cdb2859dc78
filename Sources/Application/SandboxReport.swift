import Logging
import Synchronization

/// Logs each layer of the sandbox that renderers lack once, however many renderers are started.
package final class SandboxReport: Sendable {
  private let log: Logger
  private let known = Mutex<Set<String>>([])

  package init(_ log: Logger) { self.log = log }

  /// - Parameter problems: `Renderer.sandboxProblems`.
  package func add(_ problems: [String]) {
    for problem in problems where known.withLock({ $0.insert(problem).inserted }) {
      log.warning("renderers lack a layer of their sandbox: \(problem)")
    }
  }
}
