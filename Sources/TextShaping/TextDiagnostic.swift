import Diagnostics

/// A problem with a font or a text that did not stop shaping, and the place in the text.
package struct TextDiagnostic: Hashable, Sendable {
  /// The diagnostic without a location: the shaper does not know the document.
  package var diagnostic: Diagnostic
  /// The offset of the first missing character in the bytes that were shaped; `nil` for other problems.
  package var offset: Int?
}

/// The codes of the shaper's diagnostics.
enum TextDiagnosticCode: String {
  /// No font has the character; a box is shown instead.
  case missingCharacter = "missing_character"
  /// None of the families of a list is installed.
  case missingFamily = "missing_font_family"
  /// No hyphenation dictionary is installed for a language.
  case missingDictionary = "missing_hyphenation_dictionary"
  /// A text exceeds a limit; the rest has no glyphs.
  case textTooLong = "text_too_long"
  /// A font exceeds a limit and was replaced.
  case tooManyFonts = "too_many_fonts"
  /// Bytes that are not UTF-8 were replaced.
  case invalidEncoding = "invalid_encoding"
}

/// The shaper's diagnostics since the start of the document or the last `removeAll`, each once.
struct TextDiagnosticLog {
  private var log: DiagnosticLog
  /// The offset of each entry of `log`.
  private var offsets: [Int?] = []
  private var takenCount = 0

  init(limit: Int) { log = DiagnosticLog(limit: limit) }

  var entries: [Diagnostic] { log.entries }
  var isFull: Bool { log.isFull }

  mutating func add(_ code: TextDiagnosticCode, _ message: @autoclosure () -> String, offset: Int? = nil) {
    if log.isFull { return }
    if log.add(Diagnostic(code.rawValue, message())) { offsets.append(offset) }
  }

  /// Whether there are entries that `takeNew` has not returned.
  var hasNew: Bool { takenCount < offsets.count }

  /// The entries since the previous call.
  mutating func takeNew() -> [TextDiagnostic] {
    defer { takenCount = offsets.count }
    return (takenCount..<offsets.count).map { TextDiagnostic(diagnostic: log.entries[$0], offset: offsets[$0]) }
  }

  mutating func removeAll() {
    log.removeAll()
    offsets = []
    takenCount = 0
  }
}
