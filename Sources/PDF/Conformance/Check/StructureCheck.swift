/// The content and annotations to which the structure tree refers.
struct StructureFacts {
  struct Element {
    /// The standard type to which its type is mapped.
    var type: PDFName
    var hasAlternative: Bool
  }
  /// The elements of annotations, by the annotation's object number.
  var annotations: [Int: Element] = [:]
  private var contents: Set<Content> = []

  private struct Content: Hashable {
    var page, identifier: Int
  }

  mutating func add(page: Int, identifier: Int) { contents.insert(Content(page: page, identifier: identifier)) }
  /// - Parameter page: the object number of a page, or of a form.
  func contains(page: Int, identifier: Int) -> Bool { contents.contains(Content(page: page, identifier: identifier)) }
}

/// Rules of the structure tree.
extension ConformanceCheck {
  /// An element with its kids that are elements.
  final class Node {
    let type: PDFName
    let dictionary: PDFDictionary
    let number: Int?
    var kids: [Node] = []

    init(type: PDFName, dictionary: PDFDictionary, number: Int?) {
      self.type = type
      self.dictionary = dictionary
      self.number = number
    }
  }

  mutating func checkStructure(_ catalog: PDFDictionary) {
    let info = dictionary(catalog["MarkInfo"]) ?? [:]
    if resolve(info["Marked"]) != .boolean(true) { log.add(.marked) }
    if resolve(info["Suspects"]) == .boolean(true) { log.add(.suspects) }
    let preferences = dictionary(catalog["ViewerPreferences"]) ?? [:]
    if resolve(preferences["DisplayDocTitle"]) != .boolean(true) { log.add(.displayTitle) }
    checkLanguage(catalog["Lang"], isNeeded: profile.isAccessibility, "catalog")
    structure = StructureFacts()
    guard let root = dictionary(catalog["StructTreeRoot"]) else { return log.add(.structureTree) }
    let roles = roles(root)
    let elements = tree(root, roles)
    if profile == .pdfUA2 {
      let namespace = elements.first.flatMap { dictionary($0.dictionary["NS"]) }.flatMap { resolve($0["NS"]).string }
      let isNew = namespace == Array("http://iso.org/pdf2/ssn".utf8)
      if elements.count != 1 || elements.first?.type != "Document" || !isNew { log.add(.documentElement) }
    }
    var headings = Headings()
    var notes: Set<[UInt8]> = []
    // Iteratively, in document order: files choose the depth.
    var pending = elements.reversed().map { (node: $0, container: PDFName("StructTreeRoot")) }
    while let (node, container) = pending.popLast() {
      check(node, &headings, &notes)
      if profile == .pdfUA2 { checkVersion2(node, container: container) }
      // Divisions may contain what their parents may.
      let inside = node.type == "Div" ? container : node.type
      pending += node.kids.reversed().map { ($0, inside) }
    }
    if headings.hasPlain, headings.last > 0 { log.add(.headingKinds) }
  }

  private struct Headings {
    var last = 0
    var hasPlain = false
  }

  // MARK: Types

  private static let standard: Set<PDFName> = [
    "Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index", "NonStruct", "Private",
    "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead",
    "TBody", "TFoot", "Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link", "Annot", "Ruby", "RB", "RT",
    "RP", "Warichu", "WT", "WP", "Figure", "Formula", "Form",
  ]
  /// PDF 2.0 (ISO 32000-2, 14.8.4).
  private static let newer: Set<PDFName> = [
    "DocumentFragment", "Aside", "Title", "FENote", "Sub", "Em", "Strong", "Artifact",
  ]

  private func isStandard(_ type: PDFName) -> Bool {
    Self.standard.contains(type) || profile == .pdfUA2 && Self.newer.contains(type)
  }

  /// The standard type to which the role map maps each type.
  private mutating func roles(_ root: PDFDictionary) -> [PDFName: PDFName] {
    var map: [PDFName: PDFName] = [:]
    for (type, value) in dictionary(root["RoleMap"])?.entries ?? [] {
      if Self.standard.contains(type) { log.add(.circularRole, type.text) } else { map[type] = resolve(value).name }
    }
    var roles: [PDFName: PDFName] = [:]
    var circular: Set<PDFName> = []
    for type in map.keys.sorted(by: { $0.text < $1.text }) {
      // Each type is followed once: chains can be as long as the map.
      var passed: [PDFName] = []
      var waiting: Set<PDFName> = []
      var current = type
      while roles[current] == nil, !isStandard(current), let next = map[current], waiting.insert(current).inserted {
        passed.append(current)
        current = next
      }
      let isCircular = circular.contains(current) || waiting.contains(current)
      if isCircular { log.add(.circularRole, type.text) }
      let target = roles[current] ?? current
      for name in passed {
        roles[name] = target
        if isCircular { circular.insert(name) }
      }
    }
    return roles
  }

  // MARK: The tree

  /// The elements below the root. Records marked content and annotations on the way.
  private mutating func tree(_ root: PDFDictionary, _ roles: [PDFName: PDFName]) -> [Node] {
    let top = Node(type: "StructTreeRoot", dictionary: root, number: nil)
    var seen: Set<Int> = []
    var pending: [(object: PDFObject, parent: Node, page: Int?)] = [(root["K"], top, nil)]
    while let (object, parent, page) = pending.popLast() {
      switch resolve(object) {
      case .array(let kids):
        // An array that contains itself has no end.
        if let number = object.reference?.number, !seen.insert(number).inserted { continue }
        for kid in kids.reversed() { pending.append((kid, parent, page)) }
      case .integer(let identifier): if let page { structure?.add(page: page, identifier: identifier) }
      case .dictionary(let dictionary):
        let page = dictionary["Pg"].reference?.number ?? page
        switch dictionary["Type"].name {
        case "MCR":
          // The content can be in a form that the page draws.
          let owner = dictionary["Stm"].reference?.number ?? page
          if let owner, let id = resolve(dictionary["MCID"]).integer { structure?.add(page: owner, identifier: id) }
        case "OBJR":
          if let number = dictionary["Obj"].reference?.number {
            let hasAlternative = !parent.dictionary["Alt"].isNull
            structure?.annotations[number] = .init(type: parent.type, hasAlternative: hasAlternative)
          }
        default:
          if let number = object.reference?.number, !seen.insert(number).inserted { continue }
          guard let stated = resolve(dictionary["S"]).name else { continue }
          let type = isStandard(stated) ? stated : roles[stated] ?? stated
          if !isStandard(type) { log.add(.standardType, stated.text) }
          let node = Node(type: type, dictionary: dictionary, number: object.reference?.number)
          parent.kids.append(node)
          pending.append((dictionary["K"], node, page))
        }
      default: break
      }
    }
    return top.kids
  }

  // MARK: Elements

  private mutating func check(_ node: Node, _ headings: inout Headings, _ notes: inout Set<[UInt8]>) {
    let dictionary = node.dictionary
    if !dictionary["Lang"].isNull { checkLanguage(dictionary["Lang"], isNeeded: false, place(node.number)) }
    let hasText = ["Alt", "ActualText"].contains { !(resolve(dictionary[$0]).string?.isEmpty ?? true) }
    switch node.type {
    case "Figure": if !hasText { log.add(.alternative, place(node.number)) }
    case "Formula": if !hasText { log.add(.formula, place(node.number)) }
    case "H": headings.hasPlain = true
    case "H1", "H2", "H3", "H4", "H5", "H6":
      let level = Int(node.type.text.dropFirst()) ?? 1
      if level > headings.last + 1 { log.add(.headingLevel, "\(node.type.text), \(place(node.number))") }
      headings.last = level
    case "Note":
      log.add(.noteType, place(node.number))
      let id = resolve(dictionary["ID"]).string ?? []
      if id.isEmpty || !notes.insert(id).inserted { log.add(.noteIdentifier, place(node.number)) }
    case "L": require(node, kids: ["L", "LI", "Caption"], .listParts)
    case "LI": require(node, kids: ["Lbl", "LBody"], .listParts)
    case "Table":
      require(node, kids: ["TR", "THead", "TBody", "TFoot", "Caption"], .tableParts)
      checkGroups(node)
      checkGrid(node)
    case "THead", "TBody", "TFoot": require(node, kids: ["TR"], .tableParts)
    case "TR": require(node, kids: ["TH", "TD"], .tableParts)
    default: break
    }
    let parents: [PDFName: (Set<PDFName>, ConformanceRule)] = [
      "LI": (["L"], .listParts), "LBody": (["LI"], .listParts),
      "TR": (["Table", "THead", "TBody", "TFoot"], .tableParts), "THead": (["Table"], .tableParts),
      "TBody": (["Table"], .tableParts), "TFoot": (["Table"], .tableParts), "TH": (["TR"], .tableParts),
      "TD": (["TR"], .tableParts),
    ]
    for kid in node.kids {
      if let (permitted, rule) = parents[kid.type], !permitted.contains(node.type) { log.add(rule, place(kid.number)) }
    }
  }

  private mutating func require(_ node: Node, kids: Set<PDFName>, _ rule: ConformanceRule) {
    for kid in node.kids where !kids.contains(kid.type) {
      log.add(rule, "\(kid.type.text) in \(node.type.text), \(place(kid.number))")
    }
  }

  // MARK: Languages

  /// A language tag (RFC 5646, 2.1), or an empty string for an unknown language.
  private mutating func checkLanguage(_ object: PDFObject, isNeeded: Bool, _ place: String) {
    guard let bytes = resolve(object).string else {
      if isNeeded { log.add(.language, place) }
      return
    }
    let tag = TextString.decode(bytes)
    guard !tag.isEmpty || isNeeded else { return }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    if !isTag || !(parts.first?.allSatisfy(\.isLetter) ?? false) { log.add(.language, "\(tag.prefix(40)), \(place)") }
  }
}
