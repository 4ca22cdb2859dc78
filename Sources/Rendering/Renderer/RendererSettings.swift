import System

/// How renderer processes are started, and what each one may use.
package struct RendererSettings: Hashable, Sendable {
  package var program: ProgramCommand
  /// Bytes of private memory (`RLIMIT_DATA`) that a document may make its renderer use, by kind.
  package var memory: [String: Int]
  /// The same, for other kinds.
  package var defaultMemory: Int
  /// A renderer is replaced after so many documents, so what libraries leak does not add up.
  package var documentsPerProcess: Int
  /// A renderer that holds more memory than this after a document, in bytes, is replaced.
  package var memoryPerProcess: Int
  /// How long a new renderer may take until it says that it is ready.
  package var startTimeout: Duration
  package var frameLimits: Frame.Limits

  package init(
    program: ProgramCommand, memory: [String: Int] = [:], defaultMemory: Int = 1 << 30,
    documentsPerProcess: Int = 500, memoryPerProcess: Int = 512 << 20, startTimeout: Duration = .seconds(30),
    frameLimits: Frame.Limits = Frame.Limits()
  ) {
    self.program = program
    self.memory = memory
    self.defaultMemory = defaultMemory
    self.documentsPerProcess = documentsPerProcess
    self.memoryPerProcess = memoryPerProcess
    self.startTimeout = startTimeout
    self.frameLimits = frameLimits
  }

  package func memory(for kind: String) -> Int { memory[kind] ?? defaultMemory }
}
