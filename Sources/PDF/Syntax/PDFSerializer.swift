// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Writes objects in PDF syntax (ISO 32000-1, 7.3). The same object always gives the same bytes.
package struct PDFSerializer {
  /// White space in dictionaries. It does not change their meaning, but files that exist keep their bytes.
  package enum Layout: Sendable {
    /// `<</A 1` and each further entry on its own line: incremental updates. Strings may contain line feeds.
    case lines
    /// `<< /A 1 /B 2 >>`: new files.
    case spaced
  }

  /// What was written so far.
  package internal(set) var bytes: [UInt8] = []
  private let layout: Layout

  package init(_ layout: Layout = .lines) { self.layout = layout }

  /// The length of the output in bytes.
  package var count: Int { bytes.count }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  // MARK: Bytes and numbers

  /// Writes a text as it is.
  package mutating func write(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func write(bytes more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func write(_ source: PDFBytes, _ range: Range<Int>) {
    source.withBytes(range) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ number: Int) { write(number, digits: 1) }

  /// A number of at least `digits` characters, with spaces before it.
  mutating func write(_ number: Int, digits: Int) {
    write(atMost: max(digits, ByteCursor.longestInteger)) { $0.write(number, digits: digits) }
  }

  /// Appends the output of `body`, which is at most `count` bytes.
  @inline(__always)
  mutating func write(atMost count: Int, _ body: (inout ByteCursor) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory in
      var cursor = ByteCursor(memory)
      body(&cursor)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<cursor.count]))
    }
  }

  /// Adds spaces up to a multiple of `width` bytes.
  mutating func fill(toMultipleOf width: Int) {
    let rest = bytes.count % width
    guard rest > 0 else { return }
    write(atMost: width - rest) { $0.fill(width - rest) }
  }

  /// An indirect reference of generation 0 (7.3.10).
  mutating func write(reference number: Int) {
    write(atMost: ByteCursor.longestReference) { $0.write(reference: number) }
  }

  // MARK: Objects

  /// Recursion is as deep as the object, which the parser's limit on nesting bounds.
  package mutating func write(_ object: PDFObject) {
    switch object {
    case .null: write("null")
    case .boolean(let value): if value { write("true") } else { write("false") }
    case .integer(let value): write(value)
    case .real(let value):
      write(real: value)
      // Some readers ignore a real where the specification requires an integer, so an update must not make it one.
      if layout == .lines, value == value.rounded(), value.isFinite { write(".0") }
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
      write(value.source, value.range)
      write("\nendstream")
    case .reference(let value):
      write(value.number)
      write(" ")
      write(value.generation)
      write(" R")
    }
  }

  /// An indirect object (7.3.10).
  mutating func write(_ object: PDFObject, as reference: PDFReference) {
    write(reference.number)
    write(" ")
    write(reference.generation)
    write(" obj\n")
    write(object)
    write("\nendobj\n")
  }

  /// Writes a dictionary in the order of its entries.
  package mutating func write(dictionary: PDFDictionary) {
    write("<<")
    switch layout {
    case .lines:
      for (key, value) in dictionary.entries {
        write(name: key)
        write(" ")
        write(value)
        write("\n")
      }
      if bytes.last == 0x0A { bytes.removeLast() }
      write(">>")
    case .spaced:
      write(entries: dictionary)
      write(" >>")
    }
  }

  /// The entries of a dictionary without its brackets, each after a space.
  mutating func write(entries: PDFDictionary) {
    for (key, value) in entries.entries {
      write(" ")
      write(name: key)
      write(" ")
      write(value)
    }
  }

  private mutating func write(name: PDFName) {
    bytes.append(0x2F)
    // The usual name has regular characters only.
    var text = name.text
    let isPlain = text.withUTF8 { characters in
      guard characters.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x23 && !ByteClass.isDelimiter($0) }) else {
        return false
      }
      bytes.append(contentsOf: characters)
      return true
    }
    if isPlain { return }
    for scalar in name.text.unicodeScalars {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if (0x21...0x7E).contains(byte), byte != 0x23, !ByteClass.isDelimiter(byte) {
        bytes.append(byte)
      } else {
        bytes.append(0x23)
        writeHexadecimal(byte)
      }
    }
  }

  /// Printable ASCII as a literal string, anything else in hexadecimal.
  private mutating func write(string: [UInt8]) {
    let keepsLineFeeds = layout == .lines
    guard string.allSatisfy({ (0x20...0x7E).contains($0) || ($0 == 0x0A && keepsLineFeeds) }) else {
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
    bytes.append(PDFSerializer.digit(byte >> 4))
    bytes.append(PDFSerializer.digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

}
