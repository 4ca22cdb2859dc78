import Composition
import JobQueue
import OperatingSystem
import TextShaping

extension WorkerEquipment {
  /// The kinds of an installation that this machine can render, and its fonts and libraries. Without fonts these are the archives,
  /// which are built of stored updates.
  /// - Throws: `ApplicationError` `.noFonts` if the machine has no font and there are no archives: pages would be blank.
  package init(of kinds: JobKinds) throws(ApplicationError) {
    let fonts = InstalledFonts.descriptions
    let served = fonts.isEmpty ? kinds.names.filter { kinds[$0]?.composer == .archive } : kinds.names
    guard !served.isEmpty else {
      throw ApplicationError(
        code: .noFonts,
        message: "fontconfig finds no scalable font, so that all pages would be blank; install fonts, such as: "
          + "apt-get install fonts-dejavu-core")
    }
    self.init(
      kinds: served.sorted(), fonts: SHA256.hash(data: Array(fonts.joined(separator: "\n").utf8)).hex,
      libraries: InstalledFonts.libraryVersions)
  }
}
