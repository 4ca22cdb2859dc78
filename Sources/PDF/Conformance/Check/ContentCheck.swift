/// Reads the operators of a page, and of the forms, patterns and glyphs that it draws.
struct ContentCheck {
  /// The object number of the page.
  let page: Int
  let place: String
  var hasBlendingSpace = false
  var isTransparent = false
  /// Whether the content is the appearance of an annotation, which has no marked content.
  var isAppearance = false

  /// Marked content that is open.
  enum Mark { case artifact, tagged, other }
  var marks: [Mark] = []
  var depth = 0
  /// The object numbers of the forms with marked content of their own that are being read.
  var forms: [Int] = []
  var states: [State] = [State()]
  /// Streams that are being read, to stop at circles.
  var open: Set<Int> = []

  struct State {
    var font: Int?
    var mode = 0
  }

  static let maximumDepth = 24

  init(page: Int, place: String) {
    self.page = page
    self.place = place
  }

  mutating func run(_ content: [UInt8], _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    let bytes = PDFBytes(content)
    var lexer = PDFLexer(bytes, at: 0)
    var operands: [PDFObject] = []
    let outer = states.count
    defer { states.removeLast(states.count - outer) }
    /// The states beyond the limit, which are only counted.
    var excess = 0
    while true {
      lexer.skipSpace()
      guard let byte = lexer.peek() else { return }
      // Operands are objects; everything else is an operator.
      if Self.beginsObject(byte) {
        guard let operand = Self.operand(&lexer, byte, bytes, check.file.limits) else {
          return check.log.add(.operators, place)
        }
        Self.append(operand, to: &operands)
        continue
      }
      let (name, end) = Self.name(in: content, at: lexer.position)
      lexer.position = end
      switch name {
      case "true": Self.append(.boolean(true), to: &operands)
      case "false": Self.append(.boolean(false), to: &operands)
      case "null": Self.append(.null, to: &operands)
      case "q":
        if states.count < Self.maximumStates { states.append(states[states.count - 1]) } else { excess += 1 }
        if states.count > 29 { check.log.add(.nesting, place) }
        operands = []
      case "Q":
        if excess > 0 { excess -= 1 } else if states.count > outer { states.removeLast() }
        operands = []
      case "BI":
        lexer.position = inlineImage(content, bytes, from: end, resources, &check)
        operands = []
      default:
        operate(name, operands, resources, &check)
        operands = []
      }
    }
  }

  /// More graphics states than a file may have on its stack.
  private static let maximumStates = 1_024
  /// More operands than an operator has.
  private static let maximumOperands = 64

  private static func beginsObject(_ byte: UInt8) -> Bool {
    beginsNumber(byte) || byte == 0x2F || byte == 0x28 || byte == 0x3C || byte == 0x5B
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    ByteClass.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
  }

  /// The object at the position of the lexer, which begins with a byte; nil if it is damaged.
  private static func operand(
    _ lexer: inout PDFLexer, _ first: UInt8, _ bytes: PDFBytes, _ limits: PDFLimits
  ) -> PDFObject? {
    if beginsNumber(first) {
      switch try? lexer.next() {
      case .integer(let value): return .integer(value)
      case .real(let value): return .real(value)
      default: return nil
      }
    }
    let start = lexer.position
    var parser = PDFParser(bytes, at: start, limits: limits)
    guard let object = try? parser.object() else { return nil }
    lexer.position = max(parser.lexer.position, start + 1)
    return object
  }

  private static func append(_ operand: PDFObject, to operands: inout [PDFObject]) {
    operands.append(operand)
    if operands.count > maximumOperands { operands.removeFirst() }
  }

  /// The operator or word at a position, and where it ends.
  private static func name(in content: [UInt8], at start: Int) -> (name: String, end: Int) {
    var end = start
    while end < content.count, ByteClass.isRegular(content[end]) { end += 1 }
    end = max(end, start + 1)
    return (String(decoding: content[start..<end], as: UTF8.self), end)
  }

  // MARK: Operators

  private static let known: Set<String> = [
    "b", "B", "b*", "B*", "BDC", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1", "Do", "DP", "EMC", "ET",
    "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "j", "J", "K", "k", "l", "m", "M", "MP", "n", "re", "RG", "rg",
    "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts",
    "Tw", "Tz", "v", "w", "W", "W*", "y", "'", "\"",
  ]

  private mutating func operate(
    _ name: String, _ operands: [PDFObject], _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) {
    guard Self.known.contains(name) else { return check.log.add(.operators, "\(name.prefix(8)) on \(place)") }
    switch name {
    case "g", "G": checkDevice("DeviceGray", resources, &check)
    case "rg", "RG": checkDevice("DeviceRGB", resources, &check)
    case "k", "K": checkDevice("DeviceCMYK", resources, &check)
    case "cs", "CS": if let space = operands.last { checkColorSpace(space, resources, &check) }
    case "ri": if let intent = operands.last?.name { check.checkIntent(intent, place) }
    case "gs": setState(operands.last?.name, resources, &check)
    case "sh":
      paint(&check)
      if let shading = resource("Shading", operands.last?.name, resources, &check).flatMap({ check.dictionary($0) }) {
        checkColorSpace(shading["ColorSpace"], resources, &check)
      }
    case "scn", "SCN":
      if let pattern = operands.last?.name { drawPattern(pattern, resources, &check) }
    case "Do": draw(operands.last?.name, resources, &check)
    case "Tf": selectFont(operands.dropLast().last?.name, resources, &check)
    case "Tr": states[states.count - 1].mode = operands.last?.integer ?? 0
    case "Tj", "TJ", "'", "\"": show(operands.last, &check)
    case "f", "F", "f*", "S", "s", "b", "B", "b*", "B*": paint(&check)
    case "BMC", "BDC": begin(name, operands, resources, &check)
    case "EMC": if !marks.isEmpty { marks.removeLast() }
    default: break
    }
  }

  func resource(
    _ kind: PDFName, _ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) -> PDFObject? {
    guard let name, let entries = check.resources(kind, of: resources), !entries[name].isNull else {
      guard !check.hasSearchedEnough else { return nil }
      check.log.add(.resources, "\(kind.text) \(name?.text.prefix(40) ?? "") on \(place)")
      return nil
    }
    return entries[name]
  }

  // MARK: Marked content

  private mutating func begin(
    _ name: String, _ operands: [PDFObject], _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) {
    let tag = operands.first?.name
    var properties = name == "BDC" ? operands.last?.dictionary : nil
    if name == "BDC", properties == nil, let named = operands.last?.name {
      properties = resource("Properties", named, resources, &check).flatMap { check.dictionary($0) }
    }
    var mark = Mark.other
    if tag == "Artifact" {
      mark = .artifact
      if marks.contains(where: { if case .tagged = $0 { true } else { false } }) {
        check.log.add(.artifactInContent, place)
      }
    } else if let identifier = properties?["MCID"].integer, let structure = check.structure,
      structure.contains(page: forms.last ?? page, identifier: identifier)
        || structure.contains(page: page, identifier: identifier)
    {
      mark = .tagged
      if isArtifact { check.log.add(.contentInArtifact, place) }
    }
    marks.append(mark)
  }

  private var isArtifact: Bool { marks.contains { if case .artifact = $0 { true } else { false } } }

  /// Records that something is painted.
  func paint(_ check: inout ConformanceCheck) {
    guard check.profile.isAccessibility, !isAppearance else { return }
    let isMarked = marks.contains { if case .other = $0 { false } else { true } }
    if !isMarked { check.log.add(.unmarkedContent, place) }
  }
}
