/// The `@page` rules of a document and what their boxes are computed with.
struct PageRules: Sendable {
  var rules: [PageRule] = []
  /// Rules before this one are the user agent's.
  var authorStart = 0
  var blocks = BlockTable()
  /// By layer.
  var layerOrder: [UInt32] = [0]
  /// What the page context inherits from: the root element's style.
  var rootStyle = ComputedStyle()
  /// px; what `size: auto` means.
  var defaultWidth = 0.0
  var defaultHeight = 0.0
  /// px; what viewport units are of.
  var viewportWidth = 0.0
  var viewportHeight = 0.0
  /// Pages that were asked for, by the rules that matched.
  var known: [[UInt32]: PageStyle] = [:]

  /// The rules that match, weakest first, without the user agent's difference of origin, which comes first anyway.
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

  /// The cascade of one box of a page: the page box itself, or one of its margin boxes.
  func cascade(_ matched: [UInt32], _ place: MarginBoxPlace?) -> OrderedDeclarations {
    var ordered = OrderedDeclarations()
    for number in matched {
      let rule = rules[Int(number)]
      let origin: OrderedDeclarations.Origin = Int(number) < authorStart ? .userAgent : .author
      let layer = layerOrder[Int(rule.layer)]
      if let place {
        for box in rule.marginBoxes where box.place == place { ordered.add(box.block, blocks, origin, layer: layer) }
      } else {
        ordered.add(rule.block, blocks, origin, layer: layer)
      }
    }
    ordered.addImportant()
    return ordered
  }

  /// Without font metrics: in page boxes `ex` and `ch` are half an `em`.
  var lengths: LengthContext {
    var lengths = LengthContext(metrics: { FontUnits(size: $0.size) })
    lengths.rootFont = rootStyle.text.font
    lengths.rootLineHeight = rootStyle.text.usedLineHeight
    lengths.viewportWidth = viewportWidth
    lengths.viewportHeight = viewportHeight
    return lengths
  }

  /// - Parameter customs: the document's, which the box's own are added to.
  func compute(_ ordered: OrderedDeclarations, parent: ComputedStyle, customs: inout CustomSets) -> ComputedStyle {
    let customSet = customs.add(ordered.customProperties(blocks.declarations), parent: parent.customSet)
    var computer = StyleComputer(
      parent: parent, lengths: lengths, element: nil, isRoot: false, customs: customs, customSet: customSet)
    computer.compute(
      winners: ordered.winners(blocks.declarations, isRightToLeft: parent.text.direction == .rightToLeft),
      declarations: blocks.declarations
    ) { ordered.fallback($0, $1, blocks.declarations) }
    return computer.style
  }

  // MARK: - The sheet

  /// The used sheet size, bleed, marks and rotation.
  func sheet(_ ordered: OrderedDeclarations, _ style: ComputedStyle) -> PageStyle {
    var page = PageStyle(width: defaultWidth, height: defaultHeight, style: StyleID(0), marginBoxes: [])
    let winners = ordered.winners(blocks.declarations, isRightToLeft: false)
    func winner(_ property: Property) -> Value? {
      let index = winners[Int(property.rawValue)]
      return index >= 0 ? blocks.declarations[Int(index)].value : nil
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
      if let width = px(parts[0]), let height = px(parts[1]) {
        if width > 0, height > 0 { (page.width, page.height) = (width, height) }
      } else if case .keyword(let name) = parts[0], case .keyword(let orientation) = parts[1] {
        (page.width, page.height) = PageSize.px(name) ?? (defaultWidth, defaultHeight)
        let (short, long) = (min(page.width, page.height), max(page.width, page.height))
        if orientation == .landscape { (page.width, page.height) = (long, short) }
        if orientation == .portrait { (page.width, page.height) = (short, long) }
      }
    }
    // Neither zero nor larger than PDF allows (14,400 pt).
    page.width = max(1, min(19_200, page.width))
    page.height = max(1, min(19_200, page.height))
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
