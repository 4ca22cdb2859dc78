import Archives
import FoundationEssentials
import JSON
import OperatingSystem

/// Works on PDF files, each task in a separate process with the sandbox of the renderers, so that this process parses
/// none of them.
package final class FileTaskRunner: Sendable {
  private let program: ProgramCommand
  private let slots: ProcessSlots
  private let time: Duration
  /// The tenant whose tasks these are; nil for tasks that belong to no tenant.
  private let tenant: String?
  private static let outputLimit = 512 << 20

  /// - Parameters:
  ///   - program: runs `FileTaskProgram`.
  ///   - limit: tasks that run at once.
  ///   - limitPerTenant: of these, those of one tenant.
  ///   - queueLimit: tasks that wait; further ones are refused.
  ///   - time: after it the process is killed.
  package init(
    program: ProgramCommand, limit: Int = 3, limitPerTenant: Int = 2, queueLimit: Int = 100,
    time: Duration = .seconds(30)
  ) {
    self.program = program
    self.time = time
    slots = ProcessSlots(limit: limit, limitPerTenant: limitPerTenant, queueLimit: queueLimit)
    tenant = nil
  }

  private init(_ shared: FileTaskRunner, tenant: String) {
    program = shared.program
    time = shared.time
    slots = shared.slots
    self.tenant = tenant
  }

  /// The runner for the tasks of a tenant, or of a client without one. It shares its processes and never gets all of
  /// them.
  package func of(tenant: String) -> FileTaskRunner { FileTaskRunner(self, tenant: tenant) }

  /// The title of a file; nil if it has none.
  /// - Throws: `FileTaskFailure`; `RenderingError` `.busy`, `.unreadable`, `.tooSlow`, `.killed` and others.
  package func title(of file: [UInt8]) async throws -> String? {
    guard case (.title(let title), _) = try await run(.title, [file]) else { throw Self.violation }
    return title
  }

  /// The metadata of each file, as JSON objects.
  /// - Throws: as `title(of:)`.
  package func metadata(of files: [[UInt8]]) async throws -> [JSONValue] {
    guard case (.metadata(let texts), _) = try await run(.metadata, files), texts.count == files.count else {
      throw Self.violation
    }
    do {
      return try texts.map { try JSONParser.parse(Array($0.utf8)) }
    } catch {
      throw Self.violation
    }
  }

  /// A file with the pages of all files.
  /// - Throws: as `title(of:)`.
  package func merge(_ files: [[UInt8]], _ options: FileMergeOptions) async throws -> [UInt8] {
    guard case (.merged, let file) = try await run(.merge(options), files) else { throw Self.violation }
    return file
  }

  /// Verifies a document.
  /// - Parameter base: the base file of the document.
  /// - Throws: as `title(of:)`.
  package func verify(_ evidence: DocumentEvidence, base: [UInt8]) async throws -> VerificationReport {
    guard case (.verified(let report), _) = try await run(.verify(evidence), [base]) else { throw Self.violation }
    return report
  }

  /// The index of the base of an annotated document.
  /// - Parameter base: the path of the base.
  /// - Throws: as `title(of:)`.
  package func index(ofBase base: String) async throws -> [UInt8] {
    guard case (.indexed, let index) = try await run(.index, [], base: base) else { throw Self.violation }
    return index
  }

  /// The index of a file that becomes a base.
  /// - Throws: as `title(of:)`; also if nothing can be appended to the file.
  package func index(ofNewBase path: String) async throws -> [UInt8] {
    guard case (.indexed, let index) = try await run(.newBase, [], base: path) else { throw Self.violation }
    return index
  }

  /// The state of an annotated document with all its segments, and whether a new one fits.
  /// - Parameters:
  ///   - base: the path of its base.
  ///   - index: the index of the base.
  ///   - segment: the new segment and its bytes.
  /// - Throws: as `title(of:)`.
  package func state(
    of document: StoredDocument, base: String, index: [UInt8], adding segment: (SegmentCandidate, bytes: [UInt8])?,
    at time: Date
  ) async throws -> DocumentState {
    let task = FileTask.document(document, .state(adding: segment?.0, time: time))
    guard case (.state(let state), _) = try await run(task, [index, segment?.bytes ?? []], base: base) else {
      throw Self.violation
    }
    return state
  }

  /// The bytes of an annotated document after its base, and the SHA-256 of the whole.
  /// - Throws: as `title(of:)`.
  package func tail(of document: StoredDocument, base: String) async throws -> (bytes: [UInt8], sha256: String) {
    let task = FileTask.document(document, .tail)
    guard case (.tail(let sha256), let bytes) = try await run(task, [[], []], base: base) else { throw Self.violation }
    return (bytes, sha256)
  }

  /// The heights of the pages of an annotated document, in points.
  /// - Throws: as `title(of:)`.
  package func pageHeights(of document: StoredDocument, base: String) async throws -> [Double] {
    let task = FileTask.document(document, .pageHeights)
    guard case (.pageHeights(let heights), _) = try await run(task, [[], []], base: base) else { throw Self.violation }
    return heights
  }

  private static let violation = RenderingError(code: .protocolViolation, message: "the process answered another task")

  /// - Parameter base: the path of a base, which the process opens, so that its bytes are not copied.
  private func run(
    _ task: FileTask, _ files: [[UInt8]], base: String? = nil
  ) async throws -> (FileTaskResponse, [UInt8]) {
    guard files.count <= FileTaskProgram.fileLimit, files.allSatisfy({ $0.count <= TaskStreams.inputLimit }) else {
      throw RenderingError(
        code: .tooLarge,
        message:
          "the task has more than \(FileTaskProgram.fileLimit) files, or one with more than \(TaskStreams.inputLimit >> 20) MB"
      )
    }
    var input = LengthFrame.frame(Array(try JSONEncoder().encode(FileTaskRequest(task: task, files: files.count))))
    for file in files { input += LengthFrame.frame(file) }
    var program = program
    if let base { program.arguments += ["--base", base] }
    let output = try await slots.run(for: tenant) { [program, time, input] in
      try await onThread(name: "file task") {
        try RenderingError.mapping {
          try TaskProcess.run(
            program, isIsolated: true, input: input, outputLimit: Self.outputLimit, time: time,
            isComplete: { LengthFrame.contents(of: $0)?.count == 2 })
        }
      }
    }
    guard let contents = LengthFrame.contents(of: output), contents.count == 2,
      let answer = try? JSONDecoder().decode(FileTaskResponse.self, from: Data(contents[0]))
    else { throw Self.violation }
    if case .failed(let failure) = answer { throw failure }
    return (answer, contents[1])
  }
}
