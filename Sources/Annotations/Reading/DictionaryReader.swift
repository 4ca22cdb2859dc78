import PDF

/// Typed access to the entries of a dictionary, resolving references. Entries of another type or that cannot be read
/// are nil.
struct DictionaryReader {
  let file: PDFFile
  let dictionary: PDFDictionary
  /// Maximum size of a text in bytes.
  let limit: Int

  private func value(_ key: PDFName) -> PDFObject {
    let value = dictionary[key]
    return value.isNull ? .null : (try? file.resolve(value)) ?? .null
  }

  func text(_ key: PDFName) -> String? {
    switch value(key) {
    case .string(let bytes): TextString.decode(Array(bytes.prefix(limit)))
    // Long texts can be streams (ISO 32000-1, 7.9.3).
    case .stream(let stream): (try? file.decode(stream)).map { TextString.decode(Array($0.prefix(limit))) }
    default: nil
    }
  }

  func string(_ key: PDFName) -> [UInt8]? { value(key).string }
  func name(_ key: PDFName) -> PDFName? { value(key).name }
  func integer(_ key: PDFName) -> Int? { value(key).integer }
  func boolean(_ key: PDFName) -> Bool? { value(key).boolean }

  func number(_ key: PDFName) -> Double? { value(key).number.flatMap { $0.magnitude <= 1e9 ? $0 : nil } }

  func dictionary(_ key: PDFName) -> DictionaryReader? {
    guard case .dictionary(let found) = value(key) else { return nil }
    return DictionaryReader(file: file, dictionary: found, limit: limit)
  }

  /// The items, with references not resolved.
  func array(_ key: PDFName) -> [PDFObject]? { value(key).array }

  /// Returns nil if an item is not a number.
  func numbers(_ object: PDFObject) -> [Double]? {
    guard case .array(let items)? = try? file.resolve(object) else { return nil }
    var numbers: [Double] = []
    for item in items {
      guard let number = (item.reference == nil ? item : (try? file.resolve(item)) ?? .null).number,
        number.magnitude <= 1e9
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  func numbers(_ key: PDFName) -> [Double]? { dictionary[key].isNull ? nil : numbers(dictionary[key]) }

  func points(_ object: PDFObject) -> [Point]? {
    guard let numbers = numbers(object), numbers.count >= 2 else { return nil }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }

  func points(_ key: PDFName) -> [Point]? { dictionary[key].isNull ? nil : points(dictionary[key]) }

  func rectangle(_ key: PDFName) -> PDFRectangle? {
    guard let sides = numbers(key), sides.count == 4 else { return nil }
    return PDFRectangle(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
  }

  func insets(_ key: PDFName) -> Insets {
    guard let sides = numbers(key), sides.count == 4, sides.allSatisfy({ $0 >= 0 }) else { return .none }
    return Insets(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
  }

  /// `/LE`
  var endings: LineEndings {
    let names = (array("LE") ?? []).map { (try? file.resolve($0))?.name?.text ?? "" }
    guard names.count == 2 else { return LineEndings() }
    return LineEndings(start: LineEnding(rawValue: names[0]) ?? .none, end: LineEnding(rawValue: names[1]) ?? .none)
  }
}
