import OperatingSystem

/// The command and the limits of renderer processes.
package struct RendererSettings: Hashable, Sendable {
  /// The command of a renderer; see `RendererProgram`.
  package var program: ProgramCommand
  /// Private memory (`RLIMIT_DATA`) that a renderer may use for a document, in bytes, by kind.
  package var memory: [String: Int]
  /// The private memory that a renderer may use for a document of a kind that is not in `memory`, in bytes.
  package var defaultMemory: Int
  /// Documents after which a renderer is replaced, which bounds memory leaked by libraries.
  package var documentsPerProcess: Int
  /// Resident memory in bytes beyond which a renderer is replaced after a document.
  package var memoryPerProcess: Int
  /// Time limit for a new renderer to report that it is ready.
  package var startTimeout: Duration
  /// The largest messages from and to a renderer.
  package var frameLimits: Frame.Limits
  /// Whether a new process is started for the first document of another tenant.
  package var isolatesTenants: Bool

  package init(
    program: ProgramCommand, memory: [String: Int] = [:], defaultMemory: Int = 1 << 30,
    documentsPerProcess: Int = 500, memoryPerProcess: Int = 512 << 20, startTimeout: Duration = .seconds(30),
    frameLimits: Frame.Limits = Frame.Limits(), isolatesTenants: Bool = false
  ) {
    self.program = program
    self.memory = memory
    self.defaultMemory = defaultMemory
    self.documentsPerProcess = documentsPerProcess
    self.memoryPerProcess = memoryPerProcess
    self.startTimeout = startTimeout
    self.frameLimits = frameLimits
    self.isolatesTenants = isolatesTenants
  }

  package func memory(for kind: String) -> Int { memory[kind] ?? defaultMemory }
}
