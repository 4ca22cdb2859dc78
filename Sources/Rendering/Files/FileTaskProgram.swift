import FoundationEssentials
import OperatingSystem
import PDF

/// The process that works on PDF files: reads a task and the files from standard input, and writes the result to
/// standard output.
package enum FileTaskProgram {
  static let fileLimit = 1000

  /// - Parameters:
  ///   - base: the path of the base of an annotated document, which is opened before the sandbox closes; nil for other
  ///     tasks.
  ///   - requireSandbox: whether not to run if the kernel refuses a layer of the sandbox.
  /// - Throws: `RenderingError`; `TaskError`, `SystemError`; `PDFError` if the base cannot be opened.
  package static func run(base path: String?, requireSandbox: Bool) throws {
    try RendererLimits().apply()
    let base = try path.map { try PDFBytes(path: $0) }
    var problems = try RendererSandbox.isolate(readable: DocumentRenderer.fontFiles)
    try RendererLimits.allow(cpuSeconds: 20, memory: 1 << 30)
    let request = try request(from: try TaskStreams.readFrame())
    var files: [[UInt8]] = []
    for _ in 0..<request.files { files.append(try TaskStreams.readFrame()) }
    do throws(RenderingError) { try RendererSandbox.filterSystemCalls() } catch { problems.append(error.message) }
    if requireSandbox && !problems.isEmpty { throw RendererSandbox.refusal(problems) }
    let (answer, file) = request.task.run(base: base, files) ?? request.task.run(files)
    guard let json = try? JSONEncoder().encode(answer) else {
      throw RenderingError(code: .protocolViolation, message: "the answer cannot be written")
    }
    try TaskStreams.write(LengthFrame.frame(Array(json)) + LengthFrame.frame(file))
  }

  private static func request(from bytes: [UInt8]) throws(RenderingError) -> FileTaskRequest {
    guard let request = try? JSONDecoder().decode(FileTaskRequest.self, from: Data(bytes)),
      (0...fileLimit).contains(request.files)
    else { throw RenderingError(code: .protocolViolation, message: "the input is not a valid task") }
    return request
  }
}

/// The input of the process; the files follow it.
struct FileTaskRequest: Codable {
  var task: FileTask
  /// The number of files.
  var files: Int
}
