/// The `@page` rules of a document and the inputs for computing page boxes.
struct PageRules: Sendable {
  var rules: [PageRule] = []
  /// Index of the first author rule.
  var authorStart = 0
  var blocks = BlockTable()
  /// By layer: its position in ascending order of precedence.
  var layerOrder: [UInt32] = [0]
  /// The style of the root element, from which page boxes inherit.
  var rootStyle = ComputedStyle()
  /// The page size of `size: auto`, px.
  var defaultWidth = 0.0
  var defaultHeight = 0.0
  /// The size that viewport units refer to, px.
  var viewportWidth = 0.0
  var viewportHeight = 0.0
  /// Cache of page styles by matching rules.
  var known: [[UInt32]: PageStyle] = [:]

  /// Indices of the matching rules in ascending order of precedence.
  func matching(_ query: PageQuery) -> [UInt32] {
    var found: [(rule: UInt32, isAuthor: Bool, layer: UInt32, specificity: UInt32)] = []
    for (index, rule) in rules.enumerated() {
      let specificity = rule.selectors.filter { $0.matches(query) }.map(\.specificity).max()
      guard let specificity else { continue }
      found.append((UInt32(index), index >= authorStart, layerOrder[Int(rule.layer)], specificity))
    }
    found.sort { a, b in
      if a.isAuthor != b.isAuthor { return !a.isAuthor }
      if a.layer != b.layer { return a.layer < b.layer }
      return a.specificity != b.specificity ? a.specificity < b.specificity : a.rule < b.rule
    }
    return found.map(\.rule)
  }

  /// A part of a page that has its own style.
  enum Part {
    case page
    case marginBox(MarginBoxPlace)
    case footnoteArea
  }

  /// The cascade of one part of a page.
  func cascade(_ matched: [UInt32], _ part: Part) -> OrderedDeclarations {
    var ordered = OrderedDeclarations()
    for number in matched {
      let rule = rules[Int(number)]
      let origin: OrderedDeclarations.Origin = Int(number) < authorStart ? .userAgent : .author
      let layer = layerOrder[Int(rule.layer)]
      switch part {
      case .page: ordered.add(rule.block, blocks, origin, layer: layer)
      case .marginBox(let place):
        for box in rule.marginBoxes where box.place == place { ordered.add(box.block, blocks, origin, layer: layer) }
      case .footnoteArea: for block in rule.footnoteAreas { ordered.add(block, blocks, origin, layer: layer) }
      }
    }
    ordered.addImportant()
    return ordered
  }

  /// In page boxes, `ex` and `ch` are half an `em`, because font metrics are not available.
  var lengths: LengthContext {
    var lengths = LengthContext(metrics: FontMeasure.typical)
    lengths.rootFont = rootStyle.text.font
    lengths.rootLineHeight = rootStyle.text.usedLineHeight
    lengths.viewportWidth = viewportWidth
    lengths.viewportHeight = viewportHeight
    return lengths
  }

  /// Computes the style of a page box or margin box.
  /// - Parameter customs: the custom properties of the document, to which those of the box are added.
  func compute(_ ordered: OrderedDeclarations, parent: ComputedStyle, customs: inout CustomSets) -> ComputedStyle {
    let customSet = customs.add(ordered.customProperties(blocks.declarations), parent: parent.customSet)
    var computer = StyleComputer(
      parent: parent, lengths: lengths, element: nil, isRoot: false, customs: customs, customSet: customSet)
    computer.compute(
      winners: ordered.winners(
        blocks.declarations, isRightToLeft: parent.text.direction == .rightToLeft,
        writing: writingMode(ordered, parent: parent)),
      declarations: blocks.declarations
    ) { ordered.fallback($0, $1, blocks.declarations) }
    return computer.style
  }

  /// The writing mode that determines the flow-relative properties of a page box.
  private func writingMode(_ ordered: OrderedDeclarations, parent: ComputedStyle) -> TextStyle.WritingMode {
    let winner = ordered.winners(blocks.declarations, isRightToLeft: false)[Int(Property.writingMode.rawValue)]
    guard winner >= 0 else { return parent.text.writingMode }
    return switch blocks.declarations[Int(winner)].value {
    case .keyword(.verticalRl), .keyword(.sidewaysRl): .verticalRL
    case .keyword(.verticalLr), .keyword(.sidewaysLr): .verticalLR
    case .keyword, .wide(.initial): .horizontal
    default: parent.text.writingMode
    }
  }

  /// Whether a page context resets the counter of footnotes.
  var resetsFootnotes: Bool {
    rules.contains { rule in
      blocks.range(rule.block).contains { index in
        guard blocks.declarations[index].property == .counterReset,
          case .counters(let changes) = blocks.declarations[index].value
        else { return false }
        return changes.contains { $0.name == "footnote" }
      }
    }
  }

  /// The counters of the document that margin boxes and page contexts use.
  var namedCounters: Set<String> {
    var names: Set<String> = []
    for block in rules.dropFirst(authorStart).flatMap({ [$0.block] + $0.marginBoxes.map(\.block) }) {
      for index in blocks.range(block) {
        switch blocks.declarations[index].value {
        case .counters(let changes): names.formUnion(changes.map(\.name))
        case .content(let items):
          for case .item(.counter(let name, _)) in items { names.insert(name) }
          for case .item(.counters(let name, _, _)) in items { names.insert(name) }
        default: break
        }
      }
    }
    return names.subtracting(["page", "pages"])
  }

  // MARK: - The sheet

  /// The used sheet size, bleed, marks and rotation.
  func sheet(_ ordered: OrderedDeclarations, _ style: ComputedStyle, customs: CustomSets) -> PageStyle {
    var (width, height) = (defaultWidth, defaultHeight)
    let winners = ordered.winners(blocks.declarations, isRightToLeft: false)
    func winner(_ property: Property) -> Value? {
      let index = winners[Int(property.rawValue)]
      guard index >= 0 else { return nil }
      guard case .pending(let pending) = blocks.declarations[Int(index)].value else {
        return blocks.declarations[Int(index)].value
      }
      let text = Substitution.substitute(pending.text) { customs.value($0, in: style.customSet) }
      guard let text else { return nil }
      var parser = ValueParser(text, base: pending.base)
      return parser.values(of: .longhand(property))?.first?.value
    }
    var context = lengths
    context.font = style.text.font
    let lengths = context
    func px(_ value: Value) -> Double? {
      switch value {
      case .dimension(let number, let unit): lengths.px(number, unit)
      case .math(let expression): expression.value(lengths)
      default: nil
      }
    }
    if case .list(let parts)? = winner(.size), parts.count == 2 {
      if let first = px(parts[0]), let second = px(parts[1]) {
        let own = (width: first, height: second)
        if own.width > 0, own.height > 0 { (width, height) = own }
      } else if case .keyword(let name) = parts[0], case .keyword(let orientation) = parts[1] {
        (width, height) = PageSize.px(name) ?? (defaultWidth, defaultHeight)
        let (short, long) = (min(width, height), max(width, height))
        if orientation == .landscape { (width, height) = (long, short) }
        if orientation == .portrait { (width, height) = (short, long) }
      }
    }
    width = max(PageBox.sides.lowerBound, min(PageBox.sides.upperBound, width))
    height = max(PageBox.sides.lowerBound, min(PageBox.sides.upperBound, height))
    var page = PageStyle(box: PageBox(style.box, width: width, height: height), style: StyleID(0), marginBoxes: [])
    if case .list(let marks)? = winner(.marks) {
      page.hasCropMarks = marks.contains(.keyword(.crop))
      page.hasCrossMarks = marks.contains(.keyword(.cross))
    }
    if let bleed = winner(.bleed).flatMap(px) {
      page.bleed = max(0, min(1000, bleed))
    } else if page.hasCropMarks {
      page.bleed = 8
    }
    switch winner(.pageOrientation) {
    case .keyword(.rotateRight)?: page.rotation = 90
    case .keyword(.rotateLeft)?: page.rotation = 270
    default: break
    }
    return page
  }
}

/// Named page sizes (css-page-3 §7.1).
enum PageSize {
  static func px(_ name: Keyword) -> (width: Double, height: Double)? {
    func mm(_ width: Double, _ height: Double) -> (Double, Double) { (width * 96 / 25.4, height * 96 / 25.4) }
    return switch name {
    case .a3: mm(297, 420)
    case .a4: mm(210, 297)
    case .a5: mm(148, 210)
    case .b4: mm(250, 353)
    case .b5: mm(176, 250)
    case .jisB4: mm(257, 364)
    case .jisB5: mm(182, 257)
    case .letter: (816, 1056)
    case .legal: (816, 1344)
    case .ledger: (1056, 1632)
    default: nil
    }
  }
}
