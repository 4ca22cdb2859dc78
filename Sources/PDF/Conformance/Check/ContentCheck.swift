/// Reads the operators of a page, and of the forms, patterns and glyphs that it draws.
struct ContentCheck {
  /// The object number of the page.
  let page: Int
  let place: String
  var hasBlendingSpace = false
  var isTransparent = false
  /// Whether it is the appearance of an annotation, which marks no content.
  var isAppearance = false

  /// Marked content that is open.
  private enum Mark { case artifact, tagged, other }
  private var marks: [Mark] = []
  private var depth = 0
  /// The object numbers of the forms with marked content of their own that are being read.
  private var forms: [Int] = []
  private var states: [State] = [State()]
  /// Streams that are being read, to stop at circles.
  private var open: Set<Int> = []

  private struct State {
    var font: Int?
    var mode = 0
  }

  private static let maximumDepth = 24

  init(page: Int, place: String) {
    self.page = page
    self.place = place
  }

  mutating func run(_ content: [UInt8], _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    let bytes = PDFBytes(content)
    var lexer = PDFLexer(bytes, at: 0)
    var operands: [PDFObject] = []
    var saved = 0
    while true {
      lexer.skipSpace()
      let start = lexer.position
      guard let byte = lexer.peek() else { break }
      // Operands are objects; everything else is an operator.
      if ByteClass.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E {
        switch try? lexer.next() {
        case .integer(let value): operands.append(.integer(value))
        case .real(let value): operands.append(.real(value))
        default: return check.log.add(.operators, place)
        }
        if operands.count > 64 { operands.removeFirst() }
        continue
      }
      if byte == 0x2F || byte == 0x28 || byte == 0x3C || byte == 0x5B {
        var parser = PDFParser(bytes, at: start, limits: check.file.limits)
        guard let object = try? parser.object() else { return check.log.add(.operators, place) }
        operands.append(object)
        lexer.position = max(parser.lexer.position, start + 1)
        continue
      }
      var end = start
      while end < content.count, ByteClass.isRegular(content[end]) { end += 1 }
      let name = String(decoding: content[start..<max(end, start + 1)], as: UTF8.self)
      lexer.position = max(end, start + 1)
      switch name {
      case "true": operands.append(.boolean(true))
      case "false": operands.append(.boolean(false))
      case "null": operands.append(.null)
      case "BI":
        lexer.position = inlineImage(content, from: end, resources, &check)
        operands = []
      case "q":
        saved += 1
        states.append(states[states.count - 1])
        if states.count > 29 { check.log.add(.nesting, place) }
      case "Q":
        if saved > 0 {
          saved -= 1
          states.removeLast()
        }
      default:
        operate(name, operands, resources, &check)
        operands = []
      }
      if name == "q" || name == "Q" { operands = [] }
    }
    while saved > 0 {
      saved -= 1
      states.removeLast()
    }
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

  private func resource(
    _ kind: PDFName, _ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) -> PDFObject? {
    guard let name, let entries = check.dictionary(resources[kind]), !entries[name].isNull else {
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

  /// Notes that something is painted.
  private func paint(_ check: inout ConformanceCheck) {
    guard check.profile.isAccessibility, !isAppearance else { return }
    let isMarked = marks.contains { if case .other = $0 { false } else { true } }
    if !isMarked { check.log.add(.unmarkedContent, place) }
  }

  // MARK: Colour

  private func checkDevice(_ space: PDFName, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard !check.profile.isAccessibility else { return }
    let spaces = check.dictionary(resources["ColorSpace"]) ?? [:]
    switch space {
    case "DeviceGray", "G", "CalGray":
      if check.intent == nil, spaces["DefaultGray"].isNull, space != "CalGray" { check.log.add(.deviceGray, place) }
    case "DeviceRGB", "RGB":
      if check.intent != 3, spaces["DefaultRGB"].isNull { check.log.add(.deviceRGB, place) }
    case "DeviceCMYK", "CMYK":
      if check.intent != 4, spaces["DefaultCMYK"].isNull { check.log.add(.deviceCMYK, place) }
    default: break
    }
  }

  private func checkColorSpace(
    _ object: PDFObject, _ resources: PDFDictionary, _ check: inout ConformanceCheck, depth: Int = 0
  ) {
    guard depth < 8 else { return }
    switch check.resolve(object) {
    case .name(let name):
      if ["DeviceGray", "DeviceRGB", "DeviceCMYK", "G", "RGB", "CMYK"].contains(name) {
        checkDevice(name, resources, &check)
      } else if name != "Pattern", let named = check.dictionary(resources["ColorSpace"])?[name], !named.isNull {
        checkColorSpace(named, resources, &check, depth: depth + 1)
      }
    case .array(let values):
      switch values.first?.name {
      case "ICCBased":
        guard values.count > 1, let stream = check.resolve(values[1]).stream else { break }
        _ = check.checkICCProfile(stream, isIntent: false, place)
      case "Indexed", "I", "Pattern":
        if values.count > 1 { checkColorSpace(values[1], resources, &check, depth: depth + 1) }
      case "Separation", "DeviceN":
        if values.count > 2 { checkColorSpace(values[2], resources, &check, depth: depth + 1) }
      case let name?: checkDevice(name, resources, &check)
      case nil: break
      }
    default: break
    }
  }

  // MARK: Graphics state

  private mutating func setState(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let state = resource("ExtGState", name, resources, &check).flatMap({ check.dictionary($0) }) else { return }
    if !state["TR"].isNull { check.log.add(.transferFunction, place) }
    if !state["TR2"].isNull, check.resolve(state["TR2"]) != .name("Default") { check.log.add(.transferFunction, place) }
    if let halftone = check.dictionary(state["HT"]) {
      let type = check.resolve(halftone["HalftoneType"]).integer
      if type != 1 && type != 5 || !halftone["HalftoneName"].isNull { check.log.add(.halftone, place) }
    }
    if let intent = check.resolve(state["RI"]).name { check.checkIntent(intent, place) }
    checkBlendMode(check.resolve(state["BM"]), &check)
    let mask = check.resolve(state["SMask"])
    let isMasked = !mask.isNull && mask != .name("None")
    let isTranslucent = ["CA", "ca"].contains { (check.resolve(state[$0]).number ?? 1) < 1 }
    if isMasked || isTranslucent {
      isTransparent = true
      check.log.add(.transparency, place)
    }
    if let form = check.dictionary(mask)?["G"] { drawForm(form, resources, &check) }
    if let font = check.resolve(state["Font"]).array?.first { selectFont(font, &check) }
  }

  private mutating func checkBlendMode(_ mode: PDFObject, _ check: inout ConformanceCheck) {
    let modes: Set<PDFName> = [
      "Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
      "HardLight", "SoftLight", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
    ]
    let names = mode.array?.compactMap { check.resolve($0).name } ?? [mode.name].compactMap { $0 }
    for name in names {
      let isKnown = check.profile == .pdfA1b ? name == "Normal" || name == "Compatible" : modes.contains(name)
      if !isKnown { check.log.add(.blendMode, "\(name.text.prefix(40)) on \(place)") }
      if name != "Normal", name != "Compatible" { isTransparent = true }
    }
  }

  // MARK: XObjects and patterns

  private mutating func draw(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let object = resource("XObject", name, resources, &check), let stream = check.resolve(object).stream else {
      return
    }
    if stream.dictionary["Subtype"] == .name("Image") {
      paint(&check)
      if check.resolve(stream.dictionary["ImageMask"]) != .boolean(true),
        !check.filters(stream.dictionary).contains("JPXDecode")
      {
        checkColorSpace(stream.dictionary["ColorSpace"], resources, &check)
      }
      if !stream.dictionary["SMask"].isNull { isTransparent = true }
    } else {
      // The content of a form can be marked in it.
      if check.dictionary(stream.dictionary["Group"])?["S"] == .name("Transparency") { isTransparent = true }
      drawForm(object, resources, &check)
    }
  }

  private mutating func drawForm(_ object: PDFObject, _ outer: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let stream = check.resolve(object).stream, depth < Self.maximumDepth else { return }
    if let number = object.reference?.number, !open.insert(number).inserted { return }
    defer { if let number = object.reference?.number { open.remove(number) } }
    guard let data = try? check.file.decode(stream) else { return }
    depth += 1
    let marked = marks
    let owner = stream.dictionary["StructParents"].isNull ? nil : object.reference?.number
    if let owner { forms.append(owner) }
    defer { if owner != nil { forms.removeLast() } }
    run(data, check.dictionary(stream.dictionary["Resources"]) ?? outer, &check)
    marks = marked
    depth -= 1
  }

  private mutating func drawPattern(_ name: PDFName, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let object = resource("Pattern", name, resources, &check), let pattern = check.dictionary(object) else {
      return
    }
    if let state = check.dictionary(pattern["ExtGState"]) { checkBlendMode(check.resolve(state["BM"]), &check) }
    if let shading = check.dictionary(pattern["Shading"]) {
      checkColorSpace(shading["ColorSpace"], resources, &check)
    } else {
      // The content of a tile is marked where it is painted.
      let outer = isAppearance
      isAppearance = true
      drawForm(object, resources, &check)
      isAppearance = outer
    }
  }

  // MARK: Text

  private mutating func selectFont(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let font = resource("Font", name, resources, &check) else { return }
    selectFont(font, &check)
  }

  private mutating func selectFont(_ font: PDFObject, _ check: inout ConformanceCheck) {
    guard let number = font.reference?.number, let dictionary = check.dictionary(font) else { return }
    states[states.count - 1].font = number
    guard check.fonts[number] == nil else { return }
    let subtype = dictionary["Subtype"].name
    check.fonts[number] = FontCheck(dictionary, place: "font \(dictionary["BaseFont"].name?.text ?? "") on \(place)")
    guard subtype == "Type3", depth < Self.maximumDepth else { return }
    let outer = isAppearance
    isAppearance = true
    for (_, glyph) in check.dictionary(dictionary["CharProcs"])?.entries ?? [] {
      drawForm(glyph, check.dictionary(dictionary["Resources"]) ?? [:], &check)
    }
    isAppearance = outer
  }

  private func show(_ operand: PDFObject?, _ check: inout ConformanceCheck) {
    paint(&check)
    guard let state = states.last, let font = state.font else { return }
    let strings = operand?.array?.compactMap(\.string) ?? [operand?.string ?? []]
    check.fonts[font]?.add(strings, isVisible: state.mode != 3)
  }

  // MARK: Inline images

  /// - Returns: the offset after `EI`.
  private func inlineImage(
    _ content: [UInt8], from start: Int, _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) -> Int {
    paint(&check)
    let bytes = PDFBytes(content)
    guard let data = bytes.first("ID", in: start..<content.count) else { return content.count }
    var parser = PDFParser(
      PDFBytes(Array("<<".utf8) + content[start..<data] + Array(">>".utf8)), at: 0, limits: check.file.limits)
    if let image = try? parser.object().dictionary {
      for key in ["I", "Interpolate"] as [PDFName] where image[key] == .boolean(true) {
        check.log.add(.interpolation, place)
      }
      for key in ["F", "Filter"] as [PDFName] {
        let names = image[key].array ?? [image[key]]
        if names.contains(.name("LZW")) || names.contains(.name("LZWDecode")) { check.log.add(.lzw, place) }
      }
      let isMask = image["IM"] == .boolean(true) || image["ImageMask"] == .boolean(true)
      let space = image["CS"].isNull ? image["ColorSpace"] : image["CS"]
      if !isMask { checkColorSpace(space, resources, &check) }
    }
    var position = data + 3
    while let end = bytes.first("EI", in: position..<content.count) {
      let isEnd =
        ByteClass.isSpace(content[end - 1]) && (end + 2 >= content.count || ByteClass.isSpace(content[end + 2]))
      if isEnd { return end + 2 }
      position = end + 1
    }
    return content.count
  }
}
