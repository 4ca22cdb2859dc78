// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Copies an object of one file into a merged file, with a new number. The objects to which it refers are copied too.
///
/// Objects that resources refer to (fonts, images, colour spaces) are written once for all files that have an equal
/// one.
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
  /// The offset to add to keys of the structure's parent tree; nil to leave them out.
  var structureOffset: Int?
  /// Pages that are drawn as forms, by the numbers of their objects.
  var placements: [Int: Placement] = [:]
  /// Transformations of annotations that have not been copied yet, by the numbers of their objects.
  var annotationMatrices: [Int: PDFMatrix] = [:]
  /// The transformations of the appearance streams of annotations, if they are turned.
  var appearanceMatrices: [Int: PDFMatrix] = [:]
  /// The transformation of the annotation that is being copied.
  var annotationMatrix: PDFMatrix?
  /// The streams of the file that were copied unchanged: their bytes, and the numbers of the copies.
  private(set) var copiedStreams: [(range: Range<Int>, number: Int)] = []
  /// Nodes of the page tree, without their kids.
  private var nodes: [PDFReference: PDFDictionary] = [:]
  /// Objects that are being copied to be shared. One that contains itself is not shared.
  private var open: Set<Int> = []
  private var isSharing = false

  private static let sharingDepth = 24
  /// How many objects contain the one that is being copied, and the most if an object is to be copied at once. Those
  /// that are shared are in each other on the stack.
  private var depth = 0
  private static let stackDepth = 96

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

  func isKnown(_ reference: PDFReference) -> Bool { numbers[reference.number] != nil }

  /// Sets where a page is drawn, to which references then lead.
  func place(_ page: PDFReference, _ placement: Placement) {
    replace(page, by: placement.page)
    placements[page.number] = placement
  }

  func setForm(_ form: Int?, of page: PDFReference) { placements[page.number]?.form = form }

  /// Changes the partial name of a form field, which has not been written yet.
  func rename(_ field: PDFReference, to name: [UInt8]) { fieldNames[field.number] = name }

  /// Copies the objects to which the objects copied so far refer.
  func finish() throws(PDFError) {
    while let next = waiting.popLast() {
      annotationMatrix = annotationMatrices[next.reference.number]
      var object = try copy(try file.object(next.reference))
      annotationMatrix = nil
      if let name = fieldNames[next.reference.number], case .dictionary(var field) = object {
        field["T"] = .string(name)
        object = .dictionary(field)
      }
      if let turn = appearanceMatrices[next.reference.number], case .stream(var form) = object {
        form.dictionary["Matrix"] = Self.matrix(form.dictionary["Matrix"]).followed(by: turn).object
        object = .stream(form)
      }
      write(object, as: next.number)
    }
  }

  func write(_ object: PDFObject, as number: Int) {
    recordCopiedStream(object, number)
    output.write(object, as: number)
  }

  private func recordCopiedStream(_ object: PDFObject, _ number: Int) {
    if case .stream(let stream) = object, stream.source === file.bytes { copiedStreams.append((stream.range, number)) }
  }

  /// Recursion is as deep as the object, which the parser's limit on nesting bounds, and `stackDepth`.
  func copy(_ object: PDFObject) throws(PDFError) -> PDFObject {
    depth += 1
    defer { depth -= 1 }
    switch object {
    case .reference(let reference): return try self.reference(reference)
    case .array(let items):
      // Widths of glyphs, for example.
      if items.allSatisfy(\.isScalar) { return object }
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
    var copy: [(key: PDFName, value: PDFObject)] = []
    copy.reserveCapacity(dictionary.entries.count)
    for (key, value) in dictionary.entries {
      let new: PDFObject
      switch key {
      case "StructParents", "StructParent":
        guard let structureOffset, let number = try file.resolve(value).integer,
          let key = number.addingOrNil(structureOffset)
        else { continue }
        new = .integer(key)
      case "Rect":
        if let annotationMatrix {
          new = Placement.rectangle(try numbers(value), annotationMatrix)
        } else {
          new = try self.copy(value)
        }
      case "ID" where dictionary["S"].name != nil, "Headers" where dictionary["O"].name == "Table":
        new = try identifiers(value)
      case "AP": new = try appearances(value)
      case "Resources": new = try sharing(value)
      case "Dest": new = try destination(value)
      case "D" where dictionary["S"].name == "GoTo": new = try destination(value)
      case "K" where !placements.isEmpty && dictionary["S"].name != nil: new = try kids(value, of: dictionary)
      default:
        if let annotationMatrix, Placement.pointKeys.contains(key) {
          new = Placement.points(try numbers(value), annotationMatrix)
        } else {
          new = try self.copy(value)
        }
      }
      if !new.isNull { copy.append((key, new)) }
    }
    return PDFDictionary(distinct: copy)
  }

  /// A destination (ISO 32000-1, 12.3.2): an array, or a name, which may have been renamed.
  func destination(_ value: PDFObject) throws(PDFError) -> PDFObject {
    let resolved = try file.resolve(value)
    if let name = resolved.string ?? resolved.name?.bytes { return .string(renamed[name] ?? name) }
    let copy = try copy(resolved)
    guard let page = resolved.array?.first?.reference, let placement = placements[page.number],
      case .array(let items) = copy
    else { return copy }
    return .array(placement.destination(items))
  }

  /// The value of an inheritable attribute (7.7.3.4) that a page itself does not have.
  func inherited(_ key: PDFName, by page: PDFDictionary) throws(PDFError) -> PDFObject {
    var next = page["Parent"]
    for _ in 0..<file.limits.pageTreeDepth {
      guard let node = try node(next) else { return .null }
      if !node[key].isNull { return node[key] }
      next = node["Parent"]
    }
    return .null
  }

  /// A node of the page tree. Each is parsed once, because it may have all pages as kids.
  private func node(_ object: PDFObject) throws(PDFError) -> PDFDictionary? {
    guard let reference = object.reference else { return object.dictionary }
    if let known = nodes[reference] { return known }
    guard var node = try file.object(reference).dictionary else { return nil }
    node["Kids"] = .null
    nodes[reference] = node
    return node
  }

  private func reference(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    if let known = numbers[reference.number] { return known.map { .reference(to: $0) } ?? .null }
    if isSharing, open.count < Self.sharingDepth, depth < Self.stackDepth, !open.contains(reference.number) {
      return try shared(reference)
    }
    let number = output.reserve()
    numbers[reference.number] = number
    // An open object writes itself.
    if !open.contains(reference.number) { waiting.append((reference, number)) }
    return .reference(to: number)
  }

  // MARK: Equal objects

  private func sharing(_ value: PDFObject) throws(PDFError) -> PDFObject {
    let outer = isSharing
    isSharing = output.sharesEqualObjects
    defer { isSharing = outer }
    return try copy(value)
  }

  private func shared(_ reference: PDFReference) throws(PDFError) -> PDFObject {
    open.insert(reference.number)
    let object = try copy(try file.object(reference))
    open.remove(reference.number)
    if let number = numbers[reference.number] ?? nil {
      // It contains itself.
      write(object, as: number)
      return .reference(to: number)
    }
    // Layers are shown and hidden per file.
    let isLayer = object.dictionary?["Type"].name == "OCG"
    let copy = isLayer ? output.write(object) : output.share(object)
    if let number = copy.reference?.number {
      numbers[reference.number] = number
      recordCopiedStream(object, number)
    }
    return copy
  }
}
