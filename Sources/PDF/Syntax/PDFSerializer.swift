/// Writes objects in PDF syntax (ISO 32000-1, 7.3), the same bytes each time for the same object.
package struct PDFSerializer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ text: String) { bytes += text.utf8 }

  mutating func write(_ part: [UInt8]) { bytes += part }

  /// Recursion is as deep as the object, which the parser's limit on nesting bounds.
  package mutating func write(_ object: PDFObject) {
    switch object {
    case .null: write("null")
    case .boolean(let value): write(value ? "true" : "false")
    case .integer(let value): write(String(value))
    case .real(let value): write(PDFSerializer.decimal(value))
    case .string(let value): write(string: value)
    case .name(let value): write(name: value)
    case .array(let values):
      write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(" ") }
        write(value)
      }
      write("]")
    case .dictionary(let value): write(dictionary: value)
    case .stream(let value):
      var dictionary = value.dictionary
      dictionary["Length"] = .integer(value.range.count)
      write(dictionary: dictionary)
      write("\nstream\n")
      write(value.encoded)
      write("\nendstream")
    case .reference(let value): write(value.description)
    }
  }

  package mutating func write(dictionary: PDFDictionary) {
    write("<<")
    for (key, value) in dictionary.entries {
      write(name: key)
      write(" ")
      write(value)
      write("\n")
    }
    if bytes.last == 0x0A { bytes.removeLast() }
    write(">>")
  }

  private mutating func write(name: PDFName) {
    bytes.append(0x2F)
    for byte in name.bytes {
      if (0x21...0x7E).contains(byte), byte != 0x23, !ByteClass.isDelimiter(byte) {
        bytes.append(byte)
      } else {
        bytes.append(0x23)
        writeHexadecimal(byte)
      }
    }
  }

  /// Text as a literal string, anything else in hexadecimal.
  private mutating func write(string: [UInt8]) {
    guard string.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) else {
      bytes.append(0x3C)
      for byte in string { writeHexadecimal(byte) }
      bytes.append(0x3E)
      return
    }
    bytes.append(0x28)
    for byte in string {
      if byte == 0x28 || byte == 0x29 || byte == 0x5C { bytes.append(0x5C) }
      bytes.append(byte)
    }
    bytes.append(0x29)
  }

  private mutating func writeHexadecimal(_ byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }

  /// The shortest decimal that reads back as `value`, without an exponent, which PDF does not know.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let isNegative = text.hasPrefix("-")
    let mantissa = text[..<e].drop { $0 == "-" }
    let parts = mantissa.split(separator: ".")
    let digits = parts.joined()
    let point = (parts.first?.count ?? 0) + exponent
    let magnitude: String
    if point <= 0 {
      magnitude = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      magnitude = digits + String(repeating: "0", count: point - digits.count)
    } else {
      magnitude = "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }
    return (isNegative ? "-" : "") + magnitude
  }
}
