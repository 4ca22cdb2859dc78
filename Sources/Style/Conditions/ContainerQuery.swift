import Markup

/// The content box of a query container on the first page that shows it, px.
package struct ContainerSize: Hashable, Sendable {
  package var width: Double
  package var height: Double
  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// The prelude of an `@container` rule (css-contain-3 §3.1): the name of a container, a condition, or both.
struct ContainerQuery: Sendable {
  /// Any container if it is nil.
  private let name: String?
  private let list: TokenList
  /// The tokens of the condition; empty if the container has only to exist.
  private let condition: Range<Int>
  /// Whether the condition tests the size, so that only containers with a type are considered.
  private let testsSize: Bool
  /// Whether the condition tests the height, so that only containers of the type `size` are considered.
  private let testsHeight: Bool
  /// The number in `RuleSet.containerQueries` of the rule that this one is nested in, plus 1; 0 if there is none.
  let outer: UInt32

  /// - Returns: nil for a syntax error, or for features that are not supported.
  init?(_ prelude: ValueParser, nestedIn outer: UInt32) {
    self.outer = outer
    var parser = prelude
    name = parser.customIdent(except: "none", "and", "or", "not")
    let list = parser.list
    self.list = list
    let hasCondition = !parser.atEnd
    let condition = parser.position..<parser.end
    self.condition = condition
    func tests(_ names: Set<String>) -> Bool {
      list.tokens[condition].contains { $0.kind == .ident && names.contains(list.lowercasedText($0)) }
    }
    testsHeight = tests(ContainerFeatures.namesOfHeight)
    testsSize = testsHeight || tests(ContainerFeatures.namesOfWidth)
    guard hasCondition else {
      if name == nil { return nil }
      return
    }
    let sample = ContainerFeatures(
      size: ContainerSize(width: 1, height: 1), lengths: LengthContext(metrics: FontMeasure.typical), value: { _ in "" }
    )
    guard let result = parser.condition(on: sample, allowsOr: true), parser.atEnd, result != nil else { return nil }
  }

  /// Whether a container is one that the condition refers to.
  func accepts(_ style: borrowing BoxStyle) -> Bool {
    switch style.containerType {
    case .normal: guard !testsSize else { return false }
    case .inlineSize: guard !testsHeight else { return false }
    case .size: break
    }
    return name.map(style.containerNames.contains) ?? true
  }

  /// - Parameters:
  ///   - size: nil if it is not known yet, which makes conditions on it false.
  ///   - value: looks a custom property of the container up.
  func holds(_ size: ContainerSize?, lengths: LengthContext, value: @escaping Substitution.Lookup) -> Bool {
    if condition.isEmpty { return true }
    guard size != nil || !testsSize else { return false }
    var parser = ValueParser(list, condition)
    let features = ContainerFeatures(size: size ?? ContainerSize(width: 0, height: 0), lengths: lengths, value: value)
    return parser.condition(on: features, allowsOr: true) == .some(true)
  }
}

/// The features of a query container (css-contain-3 §5).
private struct ContainerFeatures: QueryFeatures {
  var size: ContainerSize
  var lengths: LengthContext
  var value: Substitution.Lookup

  static let namesOfWidth: Set<String> = [
    "width", "min-width", "max-width", "inline-size", "min-inline-size", "max-inline-size",
  ]
  static let namesOfHeight: Set<String> = [
    "height", "min-height", "max-height", "block-size", "min-block-size", "max-block-size", "aspect-ratio",
    "min-aspect-ratio", "max-aspect-ratio", "orientation",
  ]

  func number(_ name: String) -> Double? {
    switch name {
    case "width", "inline-size": size.width
    case "height", "block-size": size.height
    case "aspect-ratio": size.height == 0 ? 0 : size.width / size.height
    default: nil
    }
  }

  func holdsAlone(_ name: String) -> Bool? { name == "orientation" ? true : number(name).map { $0 != 0 } }

  func holds(_ function: String, _ arguments: ValueParser) -> Bool? {
    function == "style" ? StyleFeatures(value: value).holds(arguments) : nil
  }

  func matches(_ name: String, _ keyword: String) -> Bool? {
    switch (name, keyword) {
    case ("orientation", "portrait"): size.height >= size.width
    case ("orientation", "landscape"): size.width > size.height
    default: nil
    }
  }
}

/// The results of a document's container queries.
struct ContainerResults {
  /// The sizes of containers by element; empty before the first layout.
  let sizes: [NodeID: ContainerSize]
  private struct Key: Hashable { var query, node: UInt32 }
  private var known: [Key: Bool] = [:]

  init(sizes: [NodeID: ContainerSize]) { self.sizes = sizes }

  subscript(query: UInt32, node: NodeID) -> Bool? {
    get { known[Key(query: query, node: node.index)] }
    set { known[Key(query: query, node: node.index)] = newValue }
  }
}

extension Cascade {
  /// Whether the `@container` rules around a rule hold for an element, or for its pseudo-elements.
  /// - Parameters:
  ///   - query: number of the query, plus 1; 0 if there is none.
  ///   - node: the innermost element that may be the container: the parent of an element, the element of a
  ///     pseudo-element.
  mutating func holds(query: UInt32, from node: NodeID) -> Bool {
    guard query != 0 else { return true }
    if let known = containerResults[query, node] { return known }
    // Reading a condition takes about as long as matching some selectors.
    matcher.count(steps: 32)
    guard !matcher.isExhausted else { return false }
    let test = containerQueries[Int(query) - 1]
    var candidate = node
    while !candidate.isNone, document[candidate].kind == .element, !test.accepts(style(of: candidate).box) {
      candidate = document[candidate].parent
      matcher.count()
    }
    var result = false
    if !candidate.isNone, document[candidate].kind == .element {
      let (container, customs) = (style(of: candidate), customSets)
      result =
        test.holds(
          containerResults.sizes[candidate], lengths: lengths(in: container),
          value: { customs.value($0, in: container.customSet) })
        && holds(query: test.outer, from: node)
    }
    containerResults[query, node] = result
    return result
  }

  private func style(of node: NodeID) -> ComputedStyle { styles[styleOfNode[Int(node.index)]] }
}
