import Application
import Archives
import Signing

/// Timestamps of the chains of annotated documents, on schedule.
extension Worker {
  /// Requests those that are due, once a minute, if the installation configures an authority.
  func timestampChains() async {
    guard let file = settings.chainTimestamps else { return }
    repeat {
      do {
        guard let configured = try file.settings() else { continue }
        try await timestampDueChains(ChainTimestamper(ChainTimestamps(queue), configured, attemptsOnce: true))
      } catch is CancellationError {
        return
      } catch {
        log.warning("timestamps of chains: \(error)")
      }
    } while (try? await Task.sleep(for: .seconds(60))) != nil
  }

  /// Stops at the first failure, because the next request would most probably fail too.
  private func timestampDueChains(_ timestamper: ChainTimestamper) async throws {
    var recorded = 0
    defer { if recorded > 0 { log.info("timestamped chains", metadata: ["documents": "\(recorded)"]) } }
    while true {
      switch try await timestamper.timestampNext() {
      case .nothingDue: return
      case .recorded: recorded += 1
      case .failed(let due, let error):
        return log.warning(
          "the chain of a document has no timestamp: \(error.message)",
          metadata: ["tenant": "\(due.tenant)", "document": "\(due.document)", "failures": "\(due.failures + 1)"])
      }
    }
  }
}
