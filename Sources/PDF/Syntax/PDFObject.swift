// Section numbers are those of ISO 32000-1 unless another standard is named.

/// An indirect object's number and generation (ISO 32000-1, 7.3.10).
package struct PDFReference: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The object number, from 1 to 2³¹ - 1.
  package let number: Int
  /// The generation number, from 0 to 65535.
  package let generation: Int

  /// Fails if either number is out of range.
  package init?(_ number: Int, _ generation: Int) {
    guard (1...0x7FFF_FFFF).contains(number), (0...65_535).contains(generation) else { return nil }
    self.number = number
    self.generation = generation
  }

  /// An object of generation 0 in a file that is being written; its writer keeps numbers in range.
  init(new number: Int) {
    self.number = number
    generation = 0
  }

  package static func < (a: PDFReference, b: PDFReference) -> Bool {
    (a.number, a.generation) < (b.number, b.generation)
  }

  package var description: String { "\(number) \(generation) R" }
}

/// One PDF object (ISO 32000-1, 7.3).
package enum PDFObject: Equatable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  /// A string's bytes, after escapes.
  case string([UInt8])
  case name(PDFName)
  case array([PDFObject])
  case dictionary(PDFDictionary)
  indirect case stream(PDFStream)
  case reference(PDFReference)

  /// Whether it is the null object, as entries that a dictionary does not have.
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// Whether it contains no other object and refers to none.
  var isScalar: Bool {
    switch self {
    case .null, .boolean, .integer, .real, .string, .name: true
    case .array, .dictionary, .stream, .reference: false
    }
  }
  /// The value of an integer; nil for other objects, reals included.
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  /// The value of a boolean; nil for other objects.
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// The name; nil for other objects.
  package var name: PDFName? { if case .name(let value) = self { value } else { nil } }
  /// The bytes of a string; nil for other objects.
  package var string: [UInt8]? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array; nil for other objects.
  package var array: [PDFObject]? { if case .array(let value) = self { value } else { nil } }
  /// The object that a reference names; nil for other objects.
  package var reference: PDFReference? { if case .reference(let value) = self { value } else { nil } }
  /// The stream; nil for other objects.
  package var stream: PDFStream? { if case .stream(let value) = self { value } else { nil } }

  /// The value of an integer or real.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// Integers and reals with the same value are equal, because programs write 612.0 as 612 (7.3.3).
  package static func == (a: PDFObject, b: PDFObject) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.integer, .real), (.real, .integer), (.real, .real): a.number == b.number
    case (.string(let a), .string(let b)): a == b
    case (.name(let a), .name(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.stream(let a), .stream(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    default: false
    }
  }

  /// A dictionary, or a stream's dictionary.
  package var dictionary: PDFDictionary? {
    switch self {
    case .dictionary(let value): value
    case .stream(let value): value.dictionary
    default: nil
    }
  }

  /// The kind of object, for messages. It contains no text of the file.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real"
    case .string: "a string"
    case .name(let name): "a name of \(name.bytes.count) bytes"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .stream: "a stream"
    case .reference(let reference): "the reference \(reference)"
    }
  }
}

/// A dictionary (ISO 32000-1, 7.3.7) that keeps the order of its keys. A null value is the same as no entry.
package struct PDFDictionary: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// The entries in their order, without null values.
  package private(set) var entries: [(key: PDFName, value: PDFObject)] = []

  package init() {}

  package init(dictionaryLiteral elements: (PDFName, PDFObject)...) {
    entries.reserveCapacity(elements.count)
    for (key, value) in elements { self[key] = value }
  }

  /// - Parameter entries: keys that differ, and values that are not null.
  init(distinct entries: [(key: PDFName, value: PDFObject)]) { self.entries = entries }

  /// The last value of a repeated key counts, as in other readers.
  init(unchecked entries: [(key: PDFName, value: PDFObject)]) {
    guard !Self.isDistinct(entries) else {
      self.entries = entries
      return
    }
    var seen = Set<PDFName>(minimumCapacity: entries.count)
    for entry in entries.reversed() where seen.insert(entry.key).inserted && !entry.value.isNull {
      self.entries.append(entry)
    }
    self.entries.reverse()
  }

  /// Whether the keys differ and no value is null.
  private static func isDistinct(_ entries: [(key: PDFName, value: PDFObject)]) -> Bool {
    // Comparing few keys takes less time than hashing them.
    if entries.count <= 12 {
      for (index, entry) in entries.enumerated() {
        if entry.value.isNull || entries[..<index].contains(where: { $0.key == entry.key }) { return false }
      }
      return true
    }
    var seen = Set<PDFName>(minimumCapacity: entries.count)
    return entries.allSatisfy { seen.insert($0.key).inserted && !$0.value.isNull }
  }

  /// The value of `key`; `null` if there is none.
  package subscript(key: PDFName) -> PDFObject {
    get { entries.first { $0.key == key }?.value ?? .null }
    set {
      if let index = entries.firstIndex(where: { $0.key == key }) {
        if newValue.isNull { entries.remove(at: index) } else { entries[index].value = newValue }
      } else if !newValue.isNull {
        entries.append((key, newValue))
      }
    }
  }

  /// Equal if the same keys have equal values, in any order.
  package static func == (a: PDFDictionary, b: PDFDictionary) -> Bool {
    guard a.entries.count == b.entries.count else { return false }
    let values = Dictionary(a.entries.map { ($0.key, $0.value) }) { first, _ in first }
    return b.entries.allSatisfy { values[$0.key] == $0.value }
  }
}

/// A stream (ISO 32000-1, 7.3.8): its dictionary, and the range of its encoded bytes in `source`.
package struct PDFStream: Equatable, Sendable {
  package var dictionary: PDFDictionary
  let source: PDFBytes
  let range: Range<Int>

  init(dictionary: PDFDictionary, source: PDFBytes, range: Range<Int>) {
    self.dictionary = dictionary
    self.source = source
    self.range = range
  }

  /// A new stream whose encoded bytes are `data`; `/Length` is set.
  package init(dictionary: PDFDictionary, data: [UInt8]) {
    self.dictionary = dictionary
    self.dictionary["Length"] = .integer(data.count)
    source = PDFBytes(data)
    range = 0..<data.count
  }

  /// Tells streams apart without reading them: those with the same identity have the same encoded bytes.
  package struct Identity: Hashable, Sendable {
    private let source: ObjectIdentifier
    private let range: Range<Int>

    fileprivate init(_ stream: PDFStream) {
      source = ObjectIdentifier(stream.source)
      range = stream.range
    }
  }

  /// The number of the encoded bytes.
  package var byteCount: Int { range.count }

  /// Valid as long as a copy of the stream exists.
  package var identity: Identity { Identity(self) }

  /// The encoded bytes, as they are in the file.
  package var encoded: [UInt8] { source.array(range) }

  package static func == (a: PDFStream, b: PDFStream) -> Bool {
    a.dictionary == b.dictionary && a.encoded == b.encoded
  }
}
