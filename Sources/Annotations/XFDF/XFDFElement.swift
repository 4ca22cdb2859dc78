import Diagnostics
import Markup
import PDF

/// An element of an XML source. Attributes are read by name and type; errors have the line.
struct XFDFElement {
  let document: Document
  let id: NodeID
  let limits: AnnotationLimits

  /// Parses an XML source.
  /// - Throws: `malformed` with the line, `limit`.
  static func root(_ bytes: [UInt8], limits: AnnotationLimits) throws(AnnotationError) -> XFDFElement {
    var markup = Document.Limits()
    // Rich text is the deepest part and not nested deeply in practice.
    (markup.bytes, markup.depth) = (limits.bytes, 64)
    do throws(MarkupError) {
      let document = try Document.parse(xml: bytes, limits: markup)
      guard !document.documentElement.isNone else {
        throw MarkupError(code: .malformed, message: "there is no element")
      }
      return XFDFElement(document: document, id: document.documentElement, limits: limits)
    } catch {
      let isLimit = error.code == .tooDeep || error.code == .tooLarge || error.code == .tooManyNodes
      throw AnnotationError(isLimit ? .limit : .malformed, error.message, at: error.line.map { "line \($0)" } ?? "")
    }
  }

  var name: String { document.name(id) }
  var place: String { "line \(document[id].line), <\(name)>" }

  var children: [XFDFElement] {
    document.children(of: id).filter { document[$0].kind == .element }
      .map { XFDFElement(document: document, id: $0, limits: limits) }
  }

  func child(_ name: String) -> XFDFElement? { children.first { $0.name == name } }

  func invalid(_ message: String) -> AnnotationError { AnnotationError(.invalidValue, message, at: place) }

  // MARK: Text

  /// The value of an attribute; an empty one counts as absent.
  func string(_ attribute: String) throws(AnnotationError) -> String? {
    guard let value = document.attribute(id, attribute), !value.isEmpty else { return nil }
    guard value.utf8.count <= limits.text else {
      throw AnnotationError(.limit, "\(attribute) is longer than \(limits.text) bytes", at: place)
    }
    return value
  }

  /// The text of the element and its descendants.
  /// - Parameter limit: in bytes; the limit for texts by default.
  func text(limit: Int? = nil) throws(AnnotationError) -> String {
    let text = document.textContent(id)
    let limit = limit ?? limits.text
    guard text.utf8.count <= limit else {
      throw AnnotationError(.limit, "the text is longer than \(limit) bytes", at: place)
    }
    return text
  }

  /// The first of two attributes that is present, since writers use different names.
  func string(_ first: String, or second: String) throws(AnnotationError) -> String? {
    if let value = try string(first) { return value }
    return try string(second)
  }

  // MARK: Numbers

  func number(_ attribute: String) throws(AnnotationError) -> Double? {
    guard let text = try string(attribute) else { return nil }
    guard let value = Self.number(text[...]) else {
      throw invalid("\(attribute) must be a number, and is \(Quotation.of(text))")
    }
    return try checked(value, attribute)
  }

  func number(_ first: String, or second: String) throws(AnnotationError) -> Double? {
    if let value = try number(first) { return value }
    return try number(second)
  }

  func number(_ attribute: String, in range: ClosedRange<Double>) throws(AnnotationError) -> Double? {
    guard let value = try number(attribute) else { return nil }
    guard range.contains(value) else {
      throw invalid("\(attribute) must be from \(range.lowerBound) to \(range.upperBound), and is \(value)")
    }
    return value
  }

  func integer(_ attribute: String, in range: ClosedRange<Int>) throws(AnnotationError) -> Int? {
    guard let text = try string(attribute) else { return nil }
    guard let value = Int(text.trimmed), range.contains(value) else {
      let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw invalid("\(attribute) must be \(wanted), and is \(Quotation.of(text))")
    }
    return value
  }

  /// Numbers separated by commas, semicolons or white space.
  func numbers(_ text: String, of what: String) throws(AnnotationError) -> [Double] {
    var numbers: [Double] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
      guard let value = Self.number(part) else {
        throw invalid("\(what) must be numbers, and has \(Quotation.of(part))")
      }
      numbers.append(try checked(value, what))
      guard numbers.count <= limits.points * 2 else {
        throw AnnotationError(.limit, "\(what) has more than \(limits.points) points", at: place)
      }
    }
    return numbers
  }

  func numbers(_ attribute: String) throws(AnnotationError) -> [Double]? {
    guard let text = try string(attribute) else { return nil }
    return try numbers(text, of: attribute)
  }

  private func checked(_ value: Double, _ what: String) throws(AnnotationError) -> Double {
    guard value.magnitude <= limits.coordinate else {
      throw AnnotationError(.limit, "\(what) has a number beyond \(Int(limits.coordinate))", at: place)
    }
    return value
  }

  /// A decimal number. Swift also accepts words and hexadecimal forms, which are rejected here.
  static func number(_ text: Substring) -> Double? {
    let text = text.trimmed
    guard text.utf8.count <= 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
    else { return nil }
    return Double(text)
  }

  // MARK: Geometry and colours

  func rectangle(_ attribute: String) throws(AnnotationError) -> PDFRectangle? {
    guard let numbers = try numbers(attribute) else { return nil }
    guard numbers.count == 4 else { throw invalid("\(attribute) must have 4 numbers, and has \(numbers.count)") }
    return PDFRectangle(x0: numbers[0], y0: numbers[1], x1: numbers[2], y1: numbers[3])
  }

  func points(_ text: String, of what: String) throws(AnnotationError) -> [Point] {
    let numbers = try numbers(text, of: what)
    guard numbers.count.isMultiple(of: 2) else { throw invalid("\(what) has an x without a y") }
    return stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
  }

  func point(_ attribute: String) throws(AnnotationError) -> Point? {
    guard let text = try string(attribute) else { return nil }
    let points = try points(text, of: attribute)
    guard points.count == 1 else { throw invalid("\(attribute) must be one point") }
    return points[0]
  }

  func quadrilaterals() throws(AnnotationError) -> [Quadrilateral] {
    guard let text = try string("coords") else { return [] }
    let points = try points(text, of: "coords")
    guard points.count.isMultiple(of: 4) else { throw invalid("coords must have 8 numbers for each quadrilateral") }
    return stride(from: 0, to: points.count, by: 4)
      .map { Quadrilateral(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3]) }
  }

  func insets() throws(AnnotationError) -> Insets {
    guard let sides = try numbers("fringe") else { return .none }
    guard sides.count == 4, sides.allSatisfy({ $0 >= 0 }) else {
      throw invalid("fringe must be four numbers of 0 or more")
    }
    return Insets(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
  }

  func color(_ attribute: String) throws(AnnotationError) -> AnnotationColor? {
    guard let text = try string(attribute) else { return nil }
    if text.trimmed.lowercased() == "transparent" { return .transparent }
    guard let color = AnnotationColor(hexadecimal: String(text.trimmed)) else {
      throw invalid("\(attribute) must be a colour like #FFCC00, and is \(Quotation.of(text))")
    }
    return color
  }

  // MARK: Keywords

  func flag(_ attribute: String) throws(AnnotationError) -> Bool? {
    guard let text = try string(attribute) else { return nil }
    switch text.lowercased() {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default: throw invalid("\(attribute) must be yes or no, and is \(Quotation.of(text))")
    }
  }

  func ending(_ attribute: String) throws(AnnotationError) -> LineEnding {
    guard let text = try string(attribute) else { return .none }
    guard let ending = LineEnding.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
      throw invalid("\(attribute) must be a line ending, and is \(Quotation.of(text))")
    }
    return ending
  }

  func flags() throws(AnnotationError) -> AnnotationFlags {
    var flags: AnnotationFlags = []
    for word in (try string("flags") ?? "").split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let known = AnnotationFlags.names.first(where: { $0.name == word.lowercased() }) else {
        throw invalid("flags has the unknown word \(Quotation.of(word))")
      }
      flags.insert(known.flag)
    }
    return flags
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }
}
