import Glibc

/// The child side of the protocol: reads requests, renders one document at a time, and answers, until its input ends.
package struct RendererProgram {
  /// The inputs from which a document is rendered.
  package struct Input {
    package var request: RenderRequest
    package var payload: [UInt8]
    /// The bytes of the artifacts that the worker has sent for this document, by their SHA-256.
    package var artifacts: [String: [UInt8]]
    /// The files that were sent for this document, by their paths.
    package var files: [String: [UInt8]] = [:]
    /// The versions of kinds that were sent so far, by their SHA-256.
    package var versions: [String: [UInt8]] = [:]
    /// The assets of the job, by their paths. One that was not sent is left out, and is missing in the document.
    var assets: [String: [UInt8]] { request.assets.compactMapValues { artifacts[$0] } }
  }

  /// Renders a document, and reports the number of pages laid out meanwhile.
  package typealias Render =
    (Input, @escaping (_ pages: Int) -> Void) throws(RenderFailure) -> (RenderReport, body: [UInt8])

  private let input: Int32
  private let output: Int32
  private let limits: Frame.Limits

  /// Reserves stdin and stdout for the protocol. Descriptor 1 then is stderr, so that a library that prints does not
  /// corrupt frames.
  package init(limits: Frame.Limits = Frame.Limits()) throws(RenderingError) {
    input = fcntl(0, F_DUPFD_CLOEXEC, 3)
    output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard input >= 0, output >= 0, dup2(2, 1) >= 0 else { throw .system("dup") }
    // Libraries must not read the requests.
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if null >= 0 {
      dup2(null, 0)
      close(null)
    }
    self.limits = limits
  }

  /// Answers requests until the input ends.
  /// - Parameter sandboxProblems: one sentence for each layer of the sandbox that is not in force.
  package func run(sandboxProblems: [String] = [], _ render: Render) throws(RenderingError) {
    try send(.ready(sandboxProblems: sandboxProblems))
    var parser = FrameParser(limits: limits)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var artifacts: [String: [UInt8]] = [:]
    var files: [String: [UInt8]] = [:]
    var versions: [String: [UInt8]] = [:]
    while true {
      while let frame = try parser.next() {
        switch try WorkerMessage(frame) {
        case .artifact(let sha256, let bytes): artifacts[sha256] = bytes
        case .file(let path, let bytes): files[path] = bytes
        case .version(let sha256, let archive): versions[sha256] = archive
        case .render(let request, let payload):
          let input = Input(
            request: request, payload: payload, artifacts: artifacts, files: files, versions: versions)
          try send(answer(input, render))
          artifacts = [:]
          files = [:]
        }
      }
      let count = read(input, &piece, piece.count)
      if count == 0 { return }
      if count > 0 { parser.append(piece[..<count]) } else if errno != EINTR { throw .system("read") }
    }
  }

  private func answer(_ input: Input, _ render: Render) throws(RenderingError) -> RendererMessage {
    try RendererLimits.allow(cpuSeconds: input.request.cpuSeconds, memory: input.request.memory)
    do throws(RenderFailure) {
      let (report, body) = try render(input, progress())
      return .rendered(report, body: body)
    } catch {
      return .failed(error)
    }
  }

  /// Sends page counts a few times a second. Errors are ignored, as sending the document reports them.
  private func progress() -> (Int) -> Void {
    var next = ContinuousClock.now + Self.progressInterval
    return { pages in
      guard .now >= next else { return }
      try? send(.progress(pages: pages))
      next = .now + Self.progressInterval
    }
  }

  private static let progressInterval = Duration.milliseconds(250)

  private func send(_ message: RendererMessage) throws(RenderingError) {
    let bytes: [UInt8]
    do {
      bytes = try message.frame().encoded(limits: limits)
    } catch  where error.code == .tooLarge {
      let failure = RenderFailure(
        code: "too_large", message: "The finished document is too large to send: \(error.message)",
        isPermanent: true)
      bytes = try RendererMessage.failed(failure).frame().encoded(limits: limits)
    }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count >= 0 { sent += count } else if errno != EINTR { throw .system("write") }
    }
  }
}
