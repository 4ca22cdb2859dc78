/// Which doctypes ask for quirks mode (HTML 13.2.6.4.1).
enum Doctype {
  /// - Parameter source: what follows `<!DOCTYPE`, up to its `>`.
  static func isQuirky(_ source: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: source, as: UTF8.self).lowercased()
    let words = text.split(whereSeparator: { $0.isWhitespace || $0 == ">" })
    guard words.first == "html" else { return true }
    guard words.count > 1 else { return false }
    let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
    let identifiers = stride(from: 1, to: quoted.count - 1, by: 2).map { String(quoted[$0]) }
    switch words[1] {
    case "system": return identifiers.first == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
    case "public": break
    default: return true
    }
    guard let publicID = identifiers.first else { return !text.contains("'") }
    if ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"].contains(publicID) {
      return true
    }
    if quirkyPrefixes.contains(where: publicID.hasPrefix) { return true }
    let hasSystemID = identifiers.count > 1
    return !hasSystemID
      && (publicID.hasPrefix("-//w3c//dtd html 4.01 frameset//")
        || publicID.hasPrefix("-//w3c//dtd html 4.01 transitional//"))
  }

  private static let quirkyPrefixes = [
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//", "-//microsoft//dtd internet explorer", "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html", "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad",
    "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava", "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html", "-//w3o//dtd w3 html", "-//webtechs//dtd mozilla html",
  ]
}
