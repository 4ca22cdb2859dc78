import OperatingSystem

/// Blocking work of a sender on a separate thread.
enum BlockingSend {
  /// - Parameter cancel: called if the task is cancelled; makes `body` end early.
  static func run<Value: Sendable>(
    name: String, cancel: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () throws(SendError) -> Value
  ) async throws(SendError) -> Value {
    let result: Result<Value, SendError> = await withTaskCancellationHandler {
      do {
        return try await onThread(name: name) { () -> Result<Value, SendError> in
          do throws(SendError) { return .success(try body()) } catch { return .failure(error) }
        }
      } catch {
        return .failure(
          SendError(
            code: "no_thread", message: "no thread can be started for the delivery", retry: .later(notBefore: nil)))
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }
}
