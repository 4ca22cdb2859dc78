import Foundation
import System

/// One slot of a worker: renders one document at a time in a child process, which it replaces when that crashes,
/// hangs, is interrupted or has done its share of documents.
package actor Renderer {
  private let thread: ThreadExecutor
  private let settings: RendererSettings
  private var channel: RendererChannel?
  private var documents = 0
  /// Why the latest child has all system calls; nil where it gave them up.
  package private(set) var sandboxProblem: String?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  package init(_ settings: RendererSettings, name: String = "renderer") throws(RenderingError) {
    self.settings = settings
    do throws(SystemError) { thread = try ThreadExecutor(name: name) } catch { throw RenderingError(error) }
  }

  /// Starts the child before there is work for it.
  package func warmUp() throws(RenderingError) {
    if channel == nil { channel = try start() }
  }

  /// Renders one document. Cancelling the calling task kills the child.
  /// - Parameter progress: is told now and then how many pages are laid out.
  package nonisolated func render(
    _ request: RenderRequest, payload: [UInt8], timeout: Duration,
    progress: @escaping @Sendable (_ pages: Int) -> Void = { _ in }
  ) async -> RenderOutcome {
    let interrupt: Interrupt
    do { interrupt = try Interrupt() } catch { return .unavailable(RenderingError(error)) }
    return await withTaskCancellationHandler {
      await run(request, payload: payload, timeout: timeout, interrupt: interrupt, progress: progress)
    } onCancel: {
      interrupt.raise()
    }
  }

  /// Ends the child.
  package func stop() {
    _ = channel?.end()
    channel = nil
  }

  private func run(
    _ request: RenderRequest, payload: [UInt8], timeout: Duration, interrupt: Interrupt, progress: (Int) -> Void
  ) -> RenderOutcome {
    let question: [UInt8]
    do {
      question = try WorkerMessage.render(request, payload: payload).frame().encoded(limits: settings.frameLimits)
    } catch {
      return .failed(RenderFailure(code: "too_large", message: error.message, isPermanent: true))
    }
    let channel: RendererChannel
    do { channel = try current() } catch { return .unavailable(error) }

    documents += 1
    let answer: RendererMessage
    do throws(RendererChannel.Ending) {
      answer = try channel.exchange(question, deadline: .now + timeout, interrupt: interrupt, progress: progress)
    } catch {
      self.channel = nil
      return outcome(of: error, channel, timeout: timeout, memory: request.memory)
    }
    if documents >= settings.documentsPerProcess || channel.residentMemory > settings.memoryPerProcess { replace() }
    switch answer {
    case .rendered(let report, let pdf): return .rendered(report, pdf: pdf)
    case .failed(let failure): return .failed(failure)
    case .ready, .progress:
      stop()
      return .failed(violation("it said twice that it is ready"))
    }
  }

  /// Ends the child, and starts the next one while there is nothing to render.
  private func replace() {
    stop()
    Task { try? warmUp() }
  }

  /// The child that is there and well, or a new one.
  private func current() throws(RenderingError) -> RendererChannel {
    if let channel, channel.isQuiet { return channel }
    stop()
    let new = try start()
    channel = new
    return new
  }

  private func start() throws(RenderingError) -> RendererChannel {
    let channel = try RendererChannel(settings.program, limits: settings.frameLimits)
    documents = 0
    let problem: String
    do throws(RendererChannel.Ending) {
      let first = try channel.exchange([], deadline: .now + settings.startTimeout, interrupt: nil)
      if case .ready(let problem) = first {
        sandboxProblem = problem
        return channel
      }
      problem = "its first message was not that it is ready"
    } catch {
      switch error {
      case .closed, .interrupted: problem = "it ended before it was ready"
      case .deadline: problem = "it was not ready after \(settings.startTimeout)"
      case .violation(let violation): problem = violation.description
      }
    }
    let ending = channel.end()
    let words = ending.map { "; it \($0.report.description)\(quoted($0.lastWords))" } ?? ""
    throw RenderingError(
      code: .startFailed, message: "The renderer did not start: \(problem)\(words)", place: settings.program.path)
  }

  private func outcome(
    of ending: RendererChannel.Ending, _ channel: RendererChannel, timeout: Duration, memory: Int
  ) -> RenderOutcome {
    let end = channel.end()
    switch ending {
    case .interrupted:
      return .interrupted
    case .deadline:
      return .failed(
        RenderFailure(
          code: "timeout", message: "The document was not ready after \(timeout); its renderer was stopped.",
          isPermanent: false))
    case .violation(let error) where error.code == .tooLarge:
      return .failed(
        RenderFailure(
          code: "too_large", message: "The finished document is too large to hand over: \(error.message)",
          isPermanent: true))
    case .violation(let error):
      return .failed(violation(error.description))
    case .closed:
      guard let end else { return .failed(violation("it closed its pipe")) }
      return .failed(diagnose(end.report, lastWords: end.lastWords, memory: memory))
    }
  }

  private func violation(_ what: String) -> RenderFailure {
    RenderFailure(
      code: "protocol", message: "The renderer broke the protocol: \(what); it was stopped.", isPermanent: false)
  }

  private func diagnose(_ report: ExitReport, lastWords: String, memory: Int) -> RenderFailure {
    if report.reason == .signalled(SIGXCPU) {
      return RenderFailure(
        code: "timeout", message: "The document took more CPU time than its kind allows; its renderer was stopped.",
        isPermanent: false)
    }
    if report.reason == .signalled(SIGSYS) {
      // The same document would do the same again.
      return RenderFailure(
        code: "forbidden",
        message: "The renderer made a system call that renderers have given up, such as starting a process or opening "
          + "a connection; the kernel ended it\(quoted(lastWords)).",
        isPermanent: true)
    }
    // An allocation that fails ends a program in many ways (trap, abort, an exit status); what they have in common
    // is that memory was nearly used up, or that the last words speak of it.
    let spokeOfMemory = ["allocat", "out of memory", "bad_alloc"].contains { lastWords.contains($0) }
    if spokeOfMemory || report.peakMemory ?? 0 >= memory / 4 * 3 {
      let peak = report.peakMemory.map { " at \($0 >> 20) MB" } ?? ""
      return RenderFailure(
        code: "memory",
        message: "The renderer \(report.description)\(peak)\(quoted(lastWords)); it may use \(memory >> 20) MB.",
        isPermanent: false)
    }
    return RenderFailure(
      code: "crashed", message: "The renderer \(report.description)\(quoted(lastWords)).", isPermanent: false)
  }

  /// The last line that is worth showing, in a form that can stand in a sentence.
  private func quoted(_ words: String) -> String {
    guard let line = words.split(whereSeparator: \.isNewline).last else { return "" }
    return ", saying “\(line.trimmingCharacters(in: .whitespaces).prefix(300))”"
  }
}
