import Diagnostics
import Foundation
import OperatingSystem

/// Renders one document at a time in a child process. It replaces the process if that crashes, hangs, is interrupted,
/// or has reached its limit of documents or memory.
package actor Renderer {
  private let thread: ThreadExecutor
  private let settings: RendererSettings
  private var channel: RendererChannel?
  private var documents = 0
  /// The versions of kinds that the current child has.
  private var versions: Set<String> = []
  /// A child that has this many is replaced.
  private static let versionLimit = 64
  /// The tenant of the last document.
  private var tenant: String?
  /// One sentence for each layer of the sandbox that the current child lacks.
  package private(set) var sandboxProblems: [String] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  package init(_ settings: RendererSettings, name: String = "renderer") throws(RenderingError) {
    self.settings = settings
    do throws(SystemError) { thread = try ThreadExecutor(name: name) } catch { throw RenderingError(error) }
  }

  /// Starts the child before the first document.
  package func warmUp() throws(RenderingError) {
    if channel == nil { channel = try start() }
  }

  /// Renders one document. Cancelling the calling task kills the child.
  /// - Parameters:
  ///   - artifacts: the artifacts that the document reads; they are sent to the child, which has no access to the
  ///     store.
  ///   - progress: called a few times a second with the number of pages laid out.
  package nonisolated func render(
    _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact] = [], timeout: Duration,
    progress: @escaping @Sendable (_ pages: Int) -> Void = { _ in }
  ) async -> RenderOutcome {
    let interrupt: Interrupt
    do { interrupt = try Interrupt() } catch { return .unavailable(RenderingError(error)) }
    return await withTaskCancellationHandler {
      await run(
        request, payload: payload, artifacts: artifacts, timeout: timeout, interrupt: interrupt, progress: progress)
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
    _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration, interrupt: Interrupt,
    progress: (Int) -> Void
  ) -> RenderOutcome {
    if settings.isolatesTenants && tenant != nil && tenant != request.tenant { stop() }
    tenant = request.tenant
    if versions.count >= Self.versionLimit, !versions.contains(request.version ?? "") { stop() }
    let channel: RendererChannel
    do { channel = try current() } catch { return .unavailable(error) }
    let requestFrame: [UInt8]
    do throws(RenderingError) {
      requestFrame = try encoded(request, payload, artifacts)
    } catch {
      let isTooLarge = error.code == .tooLarge
      return .failed(
        RenderFailure(
          code: isTooLarge ? "too_large" : "artifact_missing", message: error.message, isPermanent: isTooLarge))
    }

    documents += 1
    let answer: RendererMessage
    do throws(RendererChannel.Ending) {
      answer = try channel.exchange(requestFrame, deadline: .now + timeout, interrupt: interrupt, progress: progress)
    } catch {
      self.channel = nil
      return outcome(of: error, channel, timeout: timeout, memory: request.memory)
    }
    if let version = request.version { versions.insert(version) }
    if documents >= settings.documentsPerProcess || channel.residentMemory > settings.memoryPerProcess { replace() }
    switch answer {
    case .rendered(let report, let body): return .rendered(report, body: body)
    case .failed(let failure): return .failed(failure)
    case .ready, .progress:
      stop()
      return .failed(violation("it reported twice that it is ready"))
    }
  }

  /// The messages of a request: its artifacts and files, the version of its kind if the child does not have that, then
  /// the request itself.
  private func encoded(
    _ request: RenderRequest, _ payload: [UInt8], _ artifacts: [LocalArtifact]
  ) throws(RenderingError) -> [UInt8] {
    let known = Set(artifacts.map(\.sha256))
    if let missing = request.assets.sorted(by: { $0.key < $1.key }).first(where: { !known.contains($0.value) }) {
      throw RenderingError(
        code: .system,
        message: "The file \(Quotation.of(missing.key)) of the document is not in the artifact store; restore the "
          + "artifact \(missing.value), then retry the job.", place: missing.key)
    }
    var bytes: [UInt8] = []
    for artifact in artifacts {
      guard let content = FileManager.default.contents(atPath: artifact.path) else {
        throw RenderingError(
          code: .system, message: "The artifact \(artifact.sha256) cannot be read.", place: artifact.path)
      }
      bytes += try WorkerMessage.artifact(sha256: artifact.sha256, bytes: [UInt8](content)).frame()
        .encoded(limits: settings.frameLimits)
    }
    if let version = request.version, !versions.contains(version) {
      bytes += try WorkerMessage.version(sha256: version, archive: request.versionArchive).frame()
        .encoded(limits: settings.frameLimits)
    }
    for (path, content) in request.files.sorted(by: { $0.key < $1.key }) {
      bytes += try WorkerMessage.file(path: path, bytes: content).frame().encoded(limits: settings.frameLimits)
    }
    let frame = try WorkerMessage.render(request, payload: payload).frame().encoded(limits: settings.frameLimits)
    return bytes.isEmpty ? frame : bytes + frame
  }

  /// Ends the child, and starts the next one before it is needed.
  private func replace() {
    stop()
    Task { try? warmUp() }
  }

  /// The current child if it still runs, else a new one.
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
    versions = []
    let problem: String
    do throws(RendererChannel.Ending) {
      let first = try channel.exchange([], deadline: .now + settings.startTimeout, interrupt: nil)
      if case .ready(let problems) = first {
        sandboxProblems = problems
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
    let words = ending.map { "; it \($0.report.description)\(quoted($0.stderrTail))" } ?? ""
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
          code: "too_large", message: "The finished document is too large to send: \(error.message)",
          isPermanent: true))
    case .violation(let error):
      return .failed(violation(error.description))
    case .closed:
      guard let end else { return .failed(violation("it closed its pipe")) }
      return .failed(diagnose(end.report, stderrTail: end.stderrTail, memory: memory))
    }
  }

  private func violation(_ what: String) -> RenderFailure {
    RenderFailure(
      code: "protocol", message: "The renderer broke the protocol: \(what); it was stopped.", isPermanent: false)
  }

  private func diagnose(_ report: ExitReport, stderrTail: String, memory: Int) -> RenderFailure {
    if report.reason == .signalled(SIGXCPU) {
      return RenderFailure(
        code: "timeout", message: "The document took more CPU time than its kind allows; its renderer was stopped.",
        isPermanent: false)
    }
    if report.reason == .signalled(SIGSYS) {
      // The document would make the same call again.
      return RenderFailure(
        code: "forbidden",
        message:
          "The renderer made a system call that is forbidden to renderers, such as starting a process or opening "
          + "a connection; the kernel ended it\(quoted(stderrTail)).",
        isPermanent: true)
    }
    // A failed allocation ends a program in different ways (trap, abort, an exit status). It is recognized by the peak
    // of memory, or by the message.
    let mentionsMemory = ["allocat", "out of memory", "bad_alloc"].contains { stderrTail.contains($0) }
    if mentionsMemory || report.peakMemory ?? 0 >= memory / 4 * 3 {
      let peak = report.peakMemory.map { " at \($0 >> 20) MB" } ?? ""
      return RenderFailure(
        code: "memory",
        message: "The renderer \(report.description)\(peak)\(quoted(stderrTail)); it may use \(memory >> 20) MB.",
        isPermanent: false)
    }
    return RenderFailure(
      code: "crashed", message: "The renderer \(report.description)\(quoted(stderrTail)).", isPermanent: false)
  }

  /// The last line of the child's stderr, as a clause of a sentence; empty if there is none.
  private func quoted(_ words: String) -> String {
    guard let line = words.split(whereSeparator: \.isNewline).last else { return "" }
    return ", saying \(Quotation.of(line.trimmingCharacters(in: .whitespaces), limit: 300))"
  }
}
