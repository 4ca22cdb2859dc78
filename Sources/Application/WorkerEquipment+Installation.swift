import Composition
import JobQueue
import OperatingSystem
import TextShaping

extension WorkerEquipment {
  /// The kinds of an installation, and the fonts and libraries of this machine.
  /// - Throws: `ApplicationError` `.noFonts` if the machine has no font: pages would be blank.
  package init(of kinds: JobKinds) throws(ApplicationError) {
    let fonts = InstalledFonts.descriptions
    guard !fonts.isEmpty else {
      throw ApplicationError(
        code: .noFonts,
        message: "fontconfig finds no scalable font, so that all pages would be blank; install fonts, such as: "
          + "apt-get install fonts-dejavu-core")
    }
    self.init(
      kinds: kinds.names.sorted(), fonts: SHA256.hash(data: Array(fonts.joined(separator: "\n").utf8)).hex,
      libraries: InstalledFonts.libraryVersions)
  }
}
