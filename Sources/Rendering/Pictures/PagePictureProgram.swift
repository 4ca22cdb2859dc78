import Glibc

/// The process that draws one page: reads the PDF file from standard input, and writes the picture to standard output.
package enum PagePictureProgram {
  /// Bytes of a PDF file.
  package static let inputLimit = 256 << 20

  /// Files that Poppler reads besides the fonts: the encodings of fonts that are not embedded.
  private static let readable = ["/usr/share/poppler"]

  /// - Parameter requireSandbox: whether not to draw if the kernel refuses a layer of the sandbox.
  /// - Throws: `RenderingError`.
  package static func run(page: Int, width: Int, requireSandbox: Bool) throws(RenderingError) {
    try RendererLimits().apply()
    var problems = try RendererSandbox.isolate(readable: DocumentRenderer.fontFiles + readable)
    try RendererLimits.allow(cpuSeconds: 20, memory: 1 << 30)
    let pdf = try readInput()
    do throws(RenderingError) { try RendererSandbox.filterSystemCalls() } catch { problems.append(error.message) }
    if requireSandbox && !problems.isEmpty { throw RendererSandbox.refusal(problems) }
    try write(try PagePicture.png(of: pdf, page: page, width: width))
  }

  /// A file as the process reads it: the number of bytes in eight bytes, and the bytes.
  static func frame(_ file: [UInt8]) -> [UInt8] {
    let count = UInt64(file.count)
    return (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) } + file
  }

  private static func readInput() throws(RenderingError) -> [UInt8] {
    let count = try read(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard count <= inputLimit else {
      throw RenderingError(code: .tooLarge, message: "the file has more than \(inputLimit) bytes")
    }
    return try read(Int(count))
  }

  private static func read(_ count: Int) throws(RenderingError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var start = 0
    while start < count {
      let received = bytes.withUnsafeMutableBytes {
        Glibc.read(STDIN_FILENO, $0.baseAddress?.advanced(by: start), count - start)
      }
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw .system("read") }
      guard received > 0 else { throw RenderingError(code: .protocolViolation, message: "the input ended early") }
      start += received
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8]) throws(RenderingError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("write") }
      start += count
    }
  }
}
