import CCurl
import OperatingSystem
import Synchronization

/// Runs transfers concurrently on a dedicated thread with libcurl's multi interface, and keeps connections open for
/// further transfers. The thread is started with the first transfer and ends, with its connections, when the loop is
/// released.
final class CurlLoop: Sendable {
  private let queue: TransferQueue
  private let name: String

  init(name: String) {
    self.name = name
    queue = TransferQueue()
  }

  deinit { queue.close() }

  /// Runs a transfer. Cancelling the task ends the transfer.
  func run(_ transfer: CurlTransfer) async -> CurlOutcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { transfer.requestCancellation() }
        let refusal = queue.append(transfer, continuation, startThread: name)
        if let refusal { continuation.resume(returning: .notStarted(refusal)) }
      }
    } onCancel: {
      transfer.requestCancellation()
      queue.cancel(transfer)
    }
  }
}

/// The transfers that the thread has not started yet, and the multi handle.
private final class TransferQueue: Sendable {
  enum Command {
    case start(CurlTransfer, CheckedContinuation<CurlOutcome, Never>)
    case cancel(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    var isClosed = false
  }

  /// Sendable: other threads than the loop's call only `curl_multi_wakeup`, which libcurl permits.
  private struct Multi: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

  private let state = Mutex(State())
  private let multi: Multi

  init() {
    CurlLibrary.start()
    guard let pointer = curl_multi_init() else { preconditionFailure("libcurl has no memory for a handle") }
    multi = Multi(pointer: pointer)
    // By default the limit follows the number of transfers, so that connections are closed when fewer are running.
    _ = pressrun_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, 256)
  }

  // The thread keeps the queue until it ends.
  deinit { curl_multi_cleanup(multi.pointer) }

  /// Returns why the transfer cannot be started.
  func append(
    _ transfer: CurlTransfer, _ continuation: CheckedContinuation<CurlOutcome, Never>, startThread name: String
  ) -> NetworkError? {
    let problem: NetworkError? = state.withLock { state in
      if !state.isRunning {
        do throws(SystemError) {
          try start(name)
        } catch {
          return NetworkError(
            code: .other, message: "cannot start a thread: \(error.reason)", place: transfer.place)
        }
        state.isRunning = true
      }
      state.commands.append(.start(transfer, continuation))
      return nil
    }
    if problem == nil { curl_multi_wakeup(multi.pointer) }
    return problem
  }

  private func start(_ name: String) throws(SystemError) {
    try startThread(name: name) { TransferThread(multi: self.multi.pointer).run(self) }
  }

  func cancel(_ transfer: CurlTransfer) {
    state.withLock { $0.commands.append(.cancel(transfer)) }
    curl_multi_wakeup(multi.pointer)
  }

  func close() {
    state.withLock { $0.isClosed = true }
    curl_multi_wakeup(multi.pointer)
  }

  func take() -> (commands: [Command], isClosed: Bool) {
    state.withLock { state in
      defer { state.commands.removeAll(keepingCapacity: true) }
      return (state.commands, state.isClosed)
    }
  }
}

/// The state of the loop's thread.
private final class TransferThread {
  private struct Active {
    let transfer: CurlTransfer
    let handle: CurlHandle
    let start: ContinuousClock.Instant
    let continuation: CheckedContinuation<CurlOutcome, Never>
  }

  /// Handles that are kept for further transfers, because making one takes longer than resetting it.
  private static let idleLimit = 64

  private let multi: UnsafeMutableRawPointer
  private var active: [UnsafeMutableRawPointer: Active] = [:]
  private var idle: [CurlHandle] = []

  init(multi: UnsafeMutableRawPointer) { self.multi = multi }

  func run(_ queue: TransferQueue) {
    while true {
      let (commands, isClosed) = queue.take()
      for command in commands {
        switch command {
        case .start(let transfer, let continuation): start(transfer, continuation)
        case .cancel(let transfer): cancel(transfer)
        }
      }
      // The loop is released after its transfers have ended.
      if isClosed { return }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finishTransfers()
      curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
  }

  private func start(_ transfer: CurlTransfer, _ continuation: CheckedContinuation<CurlOutcome, Never>) {
    let handle = idle.popLast() ?? CurlHandle()
    transfer.prepare(handle)
    active[handle.pointer] = Active(transfer: transfer, handle: handle, start: .now, continuation: continuation)
    if transfer.isCancelled {
      cancel(transfer)
    } else if let failure = handle.failure {
      transfer.fail(.invalidRequest, "libcurl refuses a setting: \(String(cString: curl_easy_strerror(failure)))")
      finish(handle.pointer, failure)
    } else {
      curl_multi_add_handle(multi, handle.pointer)
    }
  }

  private func finishTransfers() {
    var remaining: Int32 = 0
    while let message = curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle else { continue }
      finish(pointer, message.pointee.data.result)
    }
  }

  /// Has no effect if the transfer has ended.
  private func cancel(_ transfer: CurlTransfer) {
    guard let pointer = active.first(where: { $0.value.transfer === transfer })?.key else { return }
    transfer.failure = NetworkError(code: .cancelled, message: "the transfer was cancelled", place: transfer.place)
    finish(pointer, CURLE_ABORTED_BY_CALLBACK)
  }

  private func finish(_ pointer: UnsafeMutableRawPointer, _ code: CURLcode) {
    guard let entry = active.removeValue(forKey: pointer) else { return }
    let outcome = CurlOutcome(entry.transfer.failure, code, entry.handle, elapsed: .now - entry.start)
    curl_multi_remove_handle(multi, pointer)
    entry.transfer.body?.close()
    if idle.count < Self.idleLimit {
      entry.handle.reset()
      idle.append(entry.handle)
    }
    entry.continuation.resume(returning: outcome)
  }
}

extension CurlOutcome {
  fileprivate static func notStarted(_ failure: NetworkError) -> CurlOutcome {
    CurlOutcome(
      code: CURLE_ABORTED_BY_CALLBACK, failure: failure, problem: "", systemError: 0, status: 0, uploaded: 0,
      requestBytes: 0, wasConnected: false, address: "", elapsed: .zero)
  }

  fileprivate init(_ failure: NetworkError?, _ code: CURLcode, _ handle: CurlHandle, elapsed: Duration) {
    let address = handle.text(CURLINFO_PRIMARY_IP).flatMap { IPAddress($0) }
    self.init(
      code: code, failure: failure, problem: handle.problem, systemError: Int32(handle.long(CURLINFO_OS_ERRNO)),
      status: handle.long(CURLINFO_RESPONSE_CODE), uploaded: handle.offset(CURLINFO_SIZE_UPLOAD_T),
      requestBytes: handle.long(CURLINFO_REQUEST_SIZE), wasConnected: handle.offset(CURLINFO_PRETRANSFER_TIME_T) > 0,
      address: address?.withPort(handle.long(CURLINFO_PRIMARY_PORT)) ?? "", elapsed: elapsed)
  }
}
