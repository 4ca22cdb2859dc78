import OperatingSystem

/// The process that draws one page: reads the PDF file from standard input, and writes the picture to standard output.
package enum PagePictureProgram {
  /// Files that Poppler reads besides the fonts: the encodings of fonts that are not embedded.
  private static let readable = ["/usr/share/poppler"]

  /// - Parameter requireSandbox: whether not to draw if the kernel refuses a layer of the sandbox.
  /// - Throws: `RenderingError`; `TaskError`, `SystemError`.
  package static func run(page: Int, width: Int, requireSandbox: Bool) throws {
    let poppler = try Poppler()
    try RendererLimits().apply()
    var problems = try RendererSandbox.isolate(readable: DocumentRenderer.fontFiles + readable)
    try RendererLimits.allow(cpuSeconds: 20, memory: 1 << 30)
    let pdf = try TaskStreams.readFrame()
    do throws(RenderingError) { try RendererSandbox.filterSystemCalls() } catch { problems.append(error.message) }
    if requireSandbox && !problems.isEmpty { throw RendererSandbox.refusal(problems) }
    try TaskStreams.write(try PagePicture.png(of: pdf, page: page, width: width, poppler: poppler))
  }
}
