// Section numbers are those of the HTML standard unless another one is named.

/// A document type declaration (HTML 13.2.5.53 to .68).
struct Doctype {
  private var name = ""
  private var publicID: String?
  private var systemID: String?
  private var forcesQuirks = false

  /// - Parameters:
  ///   - source: the bytes between `<!DOCTYPE` and the next `>`, which always ends the declaration.
  ///   - isClosed: whether there is a `>`.
  init(_ source: ArraySlice<UInt8>, isClosed: Bool) {
    var rest = source
    Self.skipSpaces(&rest)
    let nameBytes = rest.prefix { !HTMLParser.isSpace($0) }
    name = Self.text(nameBytes)
    rest = rest.dropFirst(nameBytes.count)
    Self.skipSpaces(&rest)
    forcesQuirks = nameBytes.isEmpty || !isClosed && rest.isEmpty
    if rest.isEmpty { return }

    let keyword = Self.text(rest.prefix(6))
    rest = rest.dropFirst(6)
    guard keyword == "public" || keyword == "system" else {
      forcesQuirks = true
      return
    }
    if keyword == "public" {
      publicID = readIdentifier(&rest)
      guard publicID != nil, !forcesQuirks else { return }
      Self.skipSpaces(&rest)
      if rest.isEmpty {
        forcesQuirks = !isClosed
        return
      }
    }
    systemID = readIdentifier(&rest)
    Self.skipSpaces(&rest)
    if rest.isEmpty, !isClosed { forcesQuirks = true }
  }

  /// Reads a quoted identifier; sets `forcesQuirks` if it is missing or not terminated.
  private mutating func readIdentifier(_ rest: inout ArraySlice<UInt8>) -> String? {
    Self.skipSpaces(&rest)
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      forcesQuirks = true
      return nil
    }
    rest = rest.dropFirst()
    let identifier = rest.prefix { $0 != quote }
    rest = rest.dropFirst(identifier.count)
    if rest.isEmpty { forcesQuirks = true } else { rest = rest.dropFirst() }
    return Self.text(identifier)
  }

  private static func skipSpaces(_ rest: inout ArraySlice<UInt8>) { rest = rest.drop(while: HTMLParser.isSpace) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }

  /// The mode that the declaration sets (13.2.6.4.1).
  var quirks: QuirksMode {
    if forcesQuirks || name != "html" { return .full }
    if systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return .full }
    guard let publicID else { return .none }
    if Self.quirkyIDs.contains(publicID) || Self.quirkyPrefixes.contains(where: publicID.hasPrefix) { return .full }
    if Self.prefixesBySystemID.contains(where: publicID.hasPrefix) { return systemID == nil ? .full : .limited }
    return Self.limitedPrefixes.contains(where: publicID.hasPrefix) ? .limited : .none
  }

  private static let quirkyIDs = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]

  /// Limited quirks mode with a system identifier, otherwise quirks mode.
  private static let prefixesBySystemID = [
    "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
  ]

  private static let limitedPrefixes = [
    "-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//",
  ]

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
