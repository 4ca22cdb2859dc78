import Style
import TextShaping

extension Typesetter {
  /// Reads the configuration of fontconfig and the default style sheet, on any thread. Otherwise the first document of
  /// the process does it, which takes longer than a page.
  package static func prepare() {
    _ = InstalledFonts.isEmpty
    StyleEngine.prepare()
  }
}
