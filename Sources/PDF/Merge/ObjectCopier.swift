/// Copies objects of one file into a merged file, with new numbers. Whatever a copied object refers to is copied too.
final class ObjectCopier {
  let file: PDFFile
  private let output: MergeOutput
  /// New numbers by old ones; nil for objects that are left out.
  private var numbers: [Int: Int?] = [:]
  private var waiting: [(reference: PDFReference, number: Int)] = []
  /// New names of destinations, by the old ones.
  var renamed: [[UInt8]: [UInt8]] = [:]
  /// New names of form fields, by the numbers of their objects.
  private var fieldNames: [Int: [UInt8]] = [:]
  /// By how much pages are enlarged.
  var scale = 1.0
  /// What to add to keys of the structure's parent tree; nil to leave them out.
  var structureOffset: Int?

  init(_ file: PDFFile, _ output: MergeOutput) {
    self.file = file
    self.output = output
  }

  /// References to the object become null.
  func exclude(_ reference: PDFReference) { numbers[reference.number] = .some(nil) }

  /// References to the object become references to the object `number`, which the caller writes.
  /// - Returns: `number`.
  @discardableResult
  func replace(_ reference: PDFReference, by number: Int) -> Int {
    numbers[reference.number] = number
    return number
  }

  /// Changes the partial name of a form field, which has not been written yet.
  func rename(_ field: PDFReference, to name: [UInt8]) { fieldNames[field.number] = name }

  /// Copies the objects to which the objects copied so far refer.
  func finish() throws(PDFError) {
    while let next = waiting.popLast() {
      var object = try copy(try file.object(next.reference))
      if let name = fieldNames[next.reference.number], case .dictionary(var field) = object {
        field["T"] = .string(name)
        object = .dictionary(field)
      }
      output.write(object, as: next.number)
    }
  }

  /// Recursion is as deep as the object, which the parser's limit on nesting bounds.
  func copy(_ object: PDFObject) throws(PDFError) -> PDFObject {
    switch object {
    case .reference(let reference): return self.reference(reference)
    case .array(let items):
      var copies: [PDFObject] = []
      copies.reserveCapacity(items.count)
      for item in items { copies.append(try copy(item)) }
      return .array(copies)
    case .dictionary(let dictionary):
      // A node of the old page tree. Only pages refer to it.
      if dictionary["Type"].name == "Pages" { return .null }
      return .dictionary(try entries(dictionary))
    case .stream(let stream):
      var dictionary = stream.dictionary
      // The serializer writes the length; it may be another object here.
      dictionary["Length"] = .null
      return .stream(PDFStream(dictionary: try entries(dictionary), source: stream.source, range: stream.range))
    default: return object
    }
  }

  /// A copy of a dictionary's entries.
  func entries(_ dictionary: PDFDictionary) throws(PDFError) -> PDFDictionary {
    var copy = PDFDictionary()
    for (key, value) in dictionary.entries {
      switch key {
      case "StructParents", "StructParent":
        if let structureOffset, let number = try file.resolve(value).integer {
          copy[key] = .integer(number + structureOffset)
        }
      case "Rect" where scale != 1, "QuadPoints" where scale != 1:
        copy[key] = PageScaling.scaled(try file.resolve(value), by: scale)
      case "Dest": copy[key] = try destination(value)
      case "D" where dictionary["S"].name == "GoTo": copy[key] = try destination(value)
      default: copy[key] = try self.copy(value)
      }
    }
    return copy
  }

  /// A destination (ISO 32000-1, 12.3.2): an array, or a name, which may have been renamed.
  func destination(_ value: PDFObject) throws(PDFError) -> PDFObject {
    let resolved = try file.resolve(value)
    if let name = resolved.string ?? resolved.name?.bytes { return .string(renamed[name] ?? name) }
    let copy = try copy(resolved)
    guard scale != 1, case .array(var items) = copy, items.count > 2 else { return copy }
    // All numbers are coordinates, but for the last one of XYZ, the magnification.
    let coordinates = items[1].name == "XYZ" ? 2..<min(items.count, 4) : 2..<items.count
    for index in coordinates {
      items[index] = items[index].number.map { PDFObject.rounded($0 * scale) } ?? items[index]
    }
    return .array(items)
  }

  /// The value of an inheritable attribute (7.7.3.4) that a page itself does not have.
  func inherited(_ key: PDFName, by page: PDFDictionary) throws(PDFError) -> PDFObject {
    var parent = try file.resolve(page["Parent"])
    for _ in 0..<file.limits.pageTreeDepth {
      guard let node = parent.dictionary else { return .null }
      if !node[key].isNull { return node[key] }
      parent = try file.resolve(node["Parent"])
    }
    return .null
  }

  private func reference(_ reference: PDFReference) -> PDFObject {
    if let known = numbers[reference.number] { return known.map { .reference(to: $0) } ?? .null }
    let number = output.reserve()
    numbers[reference.number] = number
    waiting.append((reference, number))
    return .reference(to: number)
  }
}
