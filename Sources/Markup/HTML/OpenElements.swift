/// The stack of open elements (HTML 13.2.4.2): scopes, implied end tags and the element classes that they depend on.
extension HTMLParser {
  struct ElementClass: OptionSet {
    var rawValue: UInt8
    static let special = ElementClass(rawValue: 1)
    static let formatting = ElementClass(rawValue: 2)
    static let scope = ElementClass(rawValue: 4)
    static let impliedEnd = ElementClass(rawValue: 8)
  }

  private static let classes: ContiguousArray<ElementClass> = {
    var classes = ContiguousArray<ElementClass>(repeating: [], count: NameTable().count)
    func add(_ kind: ElementClass, _ names: String) {
      let table = NameTable()
      for name in names.split(separator: " ") {
        if let atom = table.find(String(name)) { classes[Int(atom.index)].insert(kind) }
      }
    }
    add(
      .special,
      """
      address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd \
      details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
      hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript \
      object ol p param plaintext pre script search section select source style summary table tbody td template \
      textarea tfoot th thead title tr track ul wbr xmp
      """)
    add(.formatting, "a b big code em font i nobr s small strike strong tt u")
    add(.scope, "applet caption html table td th marquee object select template")
    add(.impliedEnd, "dd dt li optgroup option p rb rp rt rtc")
    return classes
  }()

  static func classes(of name: Atom) -> ElementClass {
    Int(name.index) < classes.count ? classes[Int(name.index)] : []
  }

  func isSpecial(_ id: NodeID) -> Bool {
    let node = nodes[Int(id.index)]
    switch node.namespace {
    case .html: return Self.classes(of: node.name).contains(.special)
    case .svg: return node.name == .foreignObject || node.name == .desc || node.name == .title
    case .mathML:
      switch node.name {
      case .mi, .mo, .mn, .ms, .mtext, .annotationXml: return true
      default: return false
      }
    case .other: return false
    }
  }

  enum Scope { case element, listItem, button, table }

  func hasInScope(_ scope: Scope = .element, where isTarget: (NodeID) -> Bool) -> Bool {
    for id in openElements.reversed() {
      if isTarget(id) { return true }
      if ends(scope, id) { return false }
    }
    return false
  }

  // Without a closure, which would copy the parser.
  func hasInScope(_ name: Atom, _ scope: Scope = .element) -> Bool {
    for id in openElements.reversed() {
      if isHTML(id, name) { return true }
      if ends(scope, id) { return false }
    }
    return false
  }

  private func ends(_ scope: Scope, _ id: NodeID) -> Bool {
    let node = nodes[Int(id.index)]
    if node.namespace != .html { return scope != .table && isSpecial(id) }
    if scope == .table { return node.name == .html || node.name == .table || node.name == .template }
    if Self.classes(of: node.name).contains(.scope) { return true }
    switch scope {
    case .listItem: return node.name == .ol || node.name == .ul
    case .button: return node.name == .button
    case .element, .table: return false
    }
  }

  mutating func generateImpliedEndTags(except name: Atom? = nil) {
    while let last = openElements.last, nodes[Int(last.index)].namespace == .html {
      let lastName = nodes[Int(last.index)].name
      if lastName == name || !Self.classes(of: lastName).contains(.impliedEnd) { return }
      openElements.removeLast()
    }
  }

  /// Closes elements up to and including the innermost one of this name.
  mutating func pop(through name: Atom) {
    while let last = openElements.popLast() {
      if isHTML(last, name) { return }
    }
  }

  mutating func pop(through target: NodeID) {
    while let last = openElements.popLast() {
      if last == target { return }
    }
  }

  /// Closes an open `p` in button scope.
  mutating func closeParagraph() {
    guard hasInScope(.p, .button) else { return }
    generateImpliedEndTags(except: .p)
    pop(through: .p)
  }
}
