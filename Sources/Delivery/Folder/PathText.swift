import OperatingSystem

/// Text for names of files and folders.
package enum PathText {
  /// Names of temporary files begin with this.
  package static let temporaryPrefix = ".pressrun-"
  /// The longest name made from a template, in bytes. File systems allow 255; the rest is for the suffix of `distinct`.
  static let componentLimit = 230
  /// The longest text of one value, in bytes.
  static let valueLimit = 120

  /// A text that is safe within a name, and differs for different values: ASCII letters, digits, letters and digits of
  /// other scripts, and `-_.@+=,` stay; other characters, a full stop at either end, and spaces become `%` and the two
  /// hexadecimal digits of each byte. A long value is cut off, followed by `~` and the start of its SHA-256. An empty
  /// value is `~`.
  package static func safe(_ value: String) -> String {
    if value.isEmpty { return "~" }
    var text = ""
    let scalars = Array(value.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = index == 0 || index == scalars.count - 1
      if isPlain(scalar), !(isAtEnd && scalar == ".") {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 { text += "%" + Hexadecimal.text([byte]).uppercased() }
      }
      if text.utf8.count > valueLimit { return shortened(text, value) }
    }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "@", "+", "=", ",": true
    default:
      scalar.value > 0x7f && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }

  private static func shortened(_ text: String, _ value: String) -> String {
    let mark = "~" + SHA256.hash(data: value.utf8).hex.prefix(16)
    var start = ""
    for scalar in text.unicodeScalars {
      guard start.utf8.count + UTF8.width(scalar) <= valueLimit - mark.utf8.count else { break }
      start.unicodeScalars.append(scalar)
    }
    return start + mark
  }

  /// The name for different content if `name` is taken: `a.pdf` becomes `a-0123456789ab.pdf`, with the start of the
  /// content's SHA-256. The same content always gets the same name.
  package static func distinct(_ name: String, sha256: String) -> String {
    inserting("-" + sha256.prefix(12), into: name)
  }

  /// Inserts a text before the extension of a name.
  static func inserting(_ text: String, into name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name + text }
    return name[..<dot] + text + name[dot...]
  }

  /// The usual extension of files of a media type; `bin` if it is not known.
  package static func fileExtension(of mediaType: String) -> String {
    switch mediaType.split(separator: ";").first.map({ $0.lowercased() }) {
    case "application/pdf": "pdf"
    case "application/x-tar": "tar"
    case "application/json": "json"
    case "application/xml", "text/xml": "xml"
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx"
    case "text/html": "html"
    case "text/plain": "txt"
    case "text/markdown": "md"
    case "message/rfc822": "eml"
    case "image/png": "png"
    case "image/jpeg": "jpg"
    default: "bin"
    }
  }

  /// The address of a destination as folders below the configured one. Destinations are validated, so that no component
  /// is empty, `.` or `..`.
  package static func components(of address: String?) -> [String] {
    address?.split(separator: "/").map(String.init) ?? []
  }
}
