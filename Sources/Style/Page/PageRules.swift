/// The `@page` rules of a document and the inputs for computing page boxes.
struct PageRules: Sendable {
  var rules: [PageRule] = [] { didSet { index = nil } }
  /// Index of the first author rule.
  var authorStart = 0
  var blocks = BlockTable()
  /// The position of each layer in ascending order of precedence.
  var layerOrder: [UInt32] = [0]
  // One style. Rules are part of noncopyable structs in `Layout`, whose every use the compiler checks for each stored
  // field: an inline style multiplies the number of fields, and the compile time, several times.
  private var root: ContiguousArray<ComputedStyle> = [ComputedStyle()]
  /// The page size of `size: auto`, px.
  var defaultWidth = 0.0
  var defaultHeight = 0.0
  /// How much larger page boxes are than style sheets say.
  var zoom = 1.0
  /// The size that viewport units refer to, px.
  var viewportWidth = 0.0
  var viewportHeight = 0.0
  /// Cache of page styles by matching rules.
  private var known: [[UInt32]: PageStyle] = [:]
  private var index: PageRuleIndex?

  /// The style of the root element, from which page boxes inherit.
  ///
  /// Do not call a method on a member of it in place: without optimization, Swift 6.3 releases the member at the address
  /// that `_read` yielded after its end.
  var rootStyle: ComputedStyle {
    _read { yield root[0] }
    _modify { yield &root[0] }
  }

  /// Indices of the matching rules in ascending order of precedence.
  mutating func matching(_ query: PageQuery) -> [UInt32] {
    if index == nil { index = PageRuleIndex(rules) }
    var found = index?.matching(query, rules) ?? []
    found.sort { a, b in
      let (isFirstAuthor, isSecondAuthor) = (a.rule >= authorStart, b.rule >= authorStart)
      if isFirstAuthor != isSecondAuthor { return isSecondAuthor }
      let (first, second) = (layerOrder[Int(rules[Int(a.rule)].layer)], layerOrder[Int(rules[Int(b.rule)].layer)])
      if first != second { return first < second }
      return a.specificity != b.specificity ? a.specificity < b.specificity : a.rule < b.rule
    }
    return found.map(\.rule)
  }

  /// The style of the pages that a combination of rules matches, computed once.
  subscript(matched: [UInt32]) -> PageStyle? {
    get { known[matched] }
    set {
      known[matched] = newValue
      let declarations = matched.reduce(0) { $0 + declarationCount(rules[Int($1)]) }
      index?.countCombination(declarations: declarations)
    }
  }

  private func declarationCount(_ rule: PageRule) -> Int {
    let parts = [rule.block] + rule.marginBoxes.map(\.block) + rule.footnoteAreas
    return parts.reduce(parts.count) { $0 + blocks.range($1).count }
  }

  /// Whether the rules with names or `:nth()` no longer apply, because they combine in too many ways.
  var isExhausted: Bool { index?.isExhausted ?? false }

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
    let customSet = customs.add(ordered.customProperties(blocks.declarations), parent: parent.customSet, of: nil)
    var computer = StyleComputer(
      parents: [parent], parent: 0, lengths: lengths, element: nil, isRoot: false, customs: customs,
      customSet: customSet)
    var winners = Winners()
    ordered.findWinners(
      blocks.declarations, isRightToLeft: parent.text.direction == .rightToLeft,
      writing: ordered.writingMode(blocks.declarations, inherited: parent.text.writingMode), into: &winners)
    computer.compute(winners: winners, declarations: blocks.declarations) {
      ordered.fallback($0, $1, blocks.declarations)
    }
    return computer.finished()
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

  /// Layout records the values of this many counters of the document for every page.
  static let maxCounters = 32

  /// The counters of the document that margin boxes and page contexts use, in the order of the rules.
  var namedCounters: [String] {
    var names: [String] = []
    var known: Set<String> = ["page", "pages"]
    func add(_ name: String) { if known.insert(name).inserted { names.append(name) } }
    for block in rules.dropFirst(authorStart).flatMap({ [$0.block] + $0.marginBoxes.map(\.block) }) {
      for index in blocks.range(block) {
        switch blocks.declarations[index].value {
        case .counters(let changes): for change in changes { add(change.name) }
        case .content(let items):
          for case .item(.counter(let name, _)) in items { add(name) }
          for case .item(.counters(let name, _, _)) in items { add(name) }
        default: break
        }
      }
    }
    return names
  }

  /// The most references of margin boxes that are resolved.
  static let maxTargets = 256

  /// The references of margin boxes to elements of the document (css-content-3 §4), each once.
  var targets: [ContentItem] {
    var items: [ContentItem] = []
    for block in rules.dropFirst(authorStart).flatMap({ $0.marginBoxes.map(\.block) }) {
      for index in blocks.range(block) {
        guard case .content(let content) = blocks.declarations[index].value else { continue }
        for case .item(let item) in content where item.targetAddress != nil && !items.contains(item) {
          items.append(item)
          if items.count == Self.maxTargets { return items }
        }
      }
    }
    return items
  }
}
