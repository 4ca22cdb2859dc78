import Composition
import JobQueue
import OperatingSystem
import TextShaping

extension WorkerCapabilities {
  /// The kinds of an installation that this machine can render, and its fonts and libraries. Without fonts these are
  /// the archives, which are built of stored updates.
  /// - Throws: `ApplicationError` `.noFonts` if the machine has no font and there are no archives: pages would be
  ///   blank; `.invalidSettings` if no kind can be used.
  package init(of kinds: JobKinds) throws(ApplicationError) {
    let fonts = InstalledFonts.descriptions
    self.init(
      fonts: SHA256.hash(data: Array(fonts.joined(separator: "\n").utf8)).hex,
      libraries: InstalledFonts.libraryVersions)
    serve(kinds)
    guard self.kinds != [] else {
      if kinds.names.isEmpty {
        throw ApplicationError(
          code: .invalidSettings,
          message: "no kind in Jobs/ can be used"
            + kinds.problems.sorted { $0.key < $1.key }.map { "; \($0.value)" }.joined())
      }
      throw ApplicationError.noFonts
    }
  }

  /// Sets the kinds that this machine can render.
  package mutating func serve(_ kinds: JobKinds) {
    let names = kinds.names
    self.kinds =
      InstalledFonts.descriptions.isEmpty ? names.filter { kinds[$0]?.composer == .archive } : names
  }
}

extension Installation {
  /// - Throws: `ApplicationError` `.noFonts` if the machine has no font.
  package static func requireFonts() throws(ApplicationError) {
    if InstalledFonts.isEmpty { throw .noFonts }
  }
}

extension ApplicationError {
  fileprivate static var noFonts: ApplicationError {
    ApplicationError(
      code: .noFonts,
      message: "fontconfig finds no scalable font, so that all pages would be blank; install fonts, such as: "
        + "apt-get install fonts-dejavu-core")
  }
}
