import OperatingSystem

/// Draws pages of PDF files as pictures, each in a separate process.
package final class PagePictureRenderer: Sendable {
  private let program: ProgramCommand
  private let slots: ProcessSlots
  private let time: Duration
  private static let outputLimit = 64 << 20
  /// The end of each PNG file.
  private static let end = [UInt8]("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  /// - Parameters:
  ///   - program: the arguments of the page are added to its own.
  ///   - limit: pictures that are drawn at once.
  ///   - limitPerTenant: of these, those of one tenant.
  ///   - queueLimit: pictures that wait; further ones are refused.
  ///   - time: after it the process is killed.
  package init(
    program: ProgramCommand, limit: Int = 3, limitPerTenant: Int = 2, queueLimit: Int = 200,
    time: Duration = .seconds(30)
  ) {
    self.program = program
    self.time = time
    slots = ProcessSlots(limit: limit, limitPerTenant: limitPerTenant, queueLimit: queueLimit)
  }

  /// - Parameters:
  ///   - pdf: the file.
  ///   - page: from 1.
  ///   - width: of the picture in pixels.
  /// - Returns: PNG.
  /// - Throws: `RenderingError` `.busy` if too many pictures wait, `.unreadable` or `.tooSlow` if the page cannot be drawn,
  ///   `.killed` if the process was ended from outside.
  package func png(of pdf: [UInt8], page: Int, width: Int) async throws -> [UInt8] {
    try await png(page: page, width: width) { pdf }
  }

  /// Draws a page of a file that is read when the picture is drawn, so that pictures that wait take no memory.
  /// - Parameter tenant: whose file it is; nil if there is one tenant only.
  /// - Throws: the errors of `read` too.
  package func png(
    page: Int, width: Int, tenant: String? = nil, reading read: () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    var command = program
    command.arguments += ["--page", String(page), "--width", String(width)]
    return try await slots.run(for: tenant) { [command, time] in
      let input = LengthFrame.frame(try await read())
      return try await onThread(name: "page picture") {
        try RenderingError.mapping {
          try TaskProcess.run(
            command, isIsolated: true, input: input, outputLimit: Self.outputLimit, time: time,
            isComplete: { $0.suffix(Self.end.count).elementsEqual(Self.end) })
        }
      }
    }
  }
}
