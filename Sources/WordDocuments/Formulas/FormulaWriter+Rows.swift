import Layout

/// Elements beside each other: delimiters, and operators with limits and what they apply to.
extension FormulaWriter {
  /// More delimiters in each other are signs that do not grow.
  private static let maximumFenceDepth = 50
  /// More operators in each other have plain limits.
  private static let maximumNaryDepth = 50

  mutating func writeRow(_ elements: ArraySlice<FlowFormula>) {
    let ends = fenceDepth < Self.maximumFenceDepth ? fences(in: elements) : [:]
    var index = elements.startIndex
    while index < elements.endIndex {
      if let end = ends[index] {
        writeFence(from: index, to: end, in: elements)
        index = end + 1
      } else if let (run, operand) = operators(from: index, in: elements, ends) {
        writeNary(run, operand, in: elements)
        index = operand.upperBound + 1
      } else {
        write(elements[index])
        index += 1
      }
    }
  }

  // MARK: - Delimiters (22.1.2.24)

  /// The closing delimiters of opening ones. A brace before a table has none: it is its own end.
  private func fences(in elements: ArraySlice<FlowFormula>) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    for index in elements.indices where elements[index].kind == .operator {
      if isDelimiter(elements[index], Self.opening) {
        open.append(index)
      } else if isDelimiter(elements[index], Self.closing), let start = open.popLast() {
        ends[start] = index
      }
    }
    for start in open where start + 1 < elements.endIndex && holdsTable(elements[start + 1]) { ends[start] = start + 1 }
    pairBars(in: elements, &ends)
    return ends
  }

  /// Pairs the bars of elements that begin and end with one. Those in other delimiters are not between them. With an odd
  /// number, or with nothing between two, it is not known which belong together.
  private func pairBars(in elements: ArraySlice<FlowFormula>, _ ends: inout [Int: Int]) {
    guard let first = elements.first, let last = elements.last, elements.count > 2, isDelimiter(first, Self.bars),
      isDelimiter(last, Self.bars), first.text == last.text
    else { return }
    var bars: [Int] = []
    var index = elements.startIndex
    while index < elements.endIndex {
      if isDelimiter(elements[index], [first.text]) { bars.append(index) }
      index = (ends[index] ?? index) + 1
    }
    let pairs = stride(from: 0, to: bars.count - 1, by: 2).map { (bars[$0], bars[$0 + 1]) }
    guard bars.count.isMultiple(of: 2), pairs.allSatisfy({ $0.1 > $0.0 + 1 }) else { return }
    for (start, end) in pairs { ends[start] = end }
  }

  private static let opening: Set<String> = ["(", "[", "{", "\u{27E8}", "\u{2329}", "\u{2308}", "\u{230A}", "\u{27E6}"]
  private static let closing: Set<String> = [")", "]", "}", "\u{27E9}", "\u{232A}", "\u{2309}", "\u{230B}", "\u{27E7}"]
  private static let bars: Set<String> = ["|", "\u{2016}", "\u{2223}", "\u{2225}"]

  private func isDelimiter(_ element: FlowFormula, _ characters: Set<String>) -> Bool {
    element.kind == .operator && characters.contains(element.text)
      && attribute(element, "stretchy")?.lowercased() != "false"
  }

  private func holdsTable(_ element: FlowFormula) -> Bool {
    element.kind == .table || element.kind == .row && element.children.count == 1 && holdsTable(element.children[0])
  }

  private mutating func writeFence(from start: Int, to end: Int, in elements: ArraySlice<FlowFormula>) {
    let isOpen = elements[end].kind != .operator
    xml.open("m:d")
    writeDelimiters(elements[start].text, isOpen ? "" : elements[end].text)
    xml.open("m:e")
    fenceDepth += 1
    writeRow(elements[start + 1..<(isOpen ? end + 1 : end)])
    fenceDepth -= 1
    xml.close("m:e")
    xml.close("m:d")
  }

  private mutating func writeDelimiters(_ opening: String, _ closing: String, separator: String? = nil) {
    xml.open("m:dPr")
    property("m:begChr", opening)
    if let separator { property("m:sepChr", separator) }
    property("m:endChr", closing)
    xml.close("m:dPr")
  }

  /// `mfenced` (MathML 3 §3.3.8).
  mutating func writeFenced(_ element: FlowFormula) {
    func text(_ name: String, _ initial: String) -> String {
      (attribute(element, name) ?? initial).filter { !$0.isWhitespace }
    }
    xml.open("m:d")
    writeDelimiters(
      text("open", "("), text("close", ")"), separator: text("separators", ",").first.map(String.init) ?? "")
    for child in element.children { argument("m:e", child) }
    if element.children.isEmpty { xml.empty("m:e") }
    xml.close("m:d")
  }

  // MARK: - Operators with limits (22.1.2.70)

  /// The large operators from an index on, each of which applies to the following ones, and what the last one applies
  /// to. Returns nil if there is no operator, or nothing follows.
  private func operators(
    from index: Int, in elements: ArraySlice<FlowFormula>, _ ends: [Int: Int]
  ) -> (operators: Range<Int>, operand: ClosedRange<Int>)? {
    let limit = min(elements.endIndex, index + Self.maximumNaryDepth - naryDepth)
    var end = index
    while end < limit, isNary(elements[end]) { end += 1 }
    guard end > index else { return nil }
    var next = end
    while next < elements.endIndex, elements[next].kind == .space { next += 1 }
    guard next < elements.endIndex else { return nil }
    if let close = ends[next] { return (index..<end, next...close) }
    return elements[next].kind == .operator ? nil : (index..<end, next...next)
  }

  private func isNary(_ element: FlowFormula) -> Bool {
    switch element.kind {
    case .sub, .sup, .subSup, .under, .over, .underOver:
      guard let base = element.children.first, base.kind == .operator else { return false }
      return Self.naryOperators.contains(base.text)
    default: return false
    }
  }

  private static let naryOperators: Set<String> = Set(
    ([0x2140, 0x220F, 0x2210, 0x2211, 0x22C0, 0x22C1, 0x22C2, 0x22C3] + Array(0x222B...0x2233) + Array(0x2A00...0x2A1C))
      .compactMap { Unicode.Scalar($0 as Int).map { String($0) } })

  private mutating func writeNary(
    _ operators: Range<Int>, _ operand: ClosedRange<Int>, in elements: ArraySlice<FlowFormula>
  ) {
    for element in elements[operators] { openNary(element) }
    if operand.count > 1 {
      writeFence(from: operand.lowerBound, to: operand.upperBound, in: elements)
    } else {
      write(elements[operand.lowerBound])
    }
    for _ in operators {
      xml.close("m:e")
      xml.close("m:nary")
    }
    naryDepth -= operators.count
  }

  private mutating func openNary(_ element: FlowFormula) {
    let (lower, upper): (FlowFormula?, FlowFormula?) =
      switch element.kind {
      case .sub, .under: (element.children[1], nil)
      case .sup, .over: (nil, element.children[1])
      default: (element.children[1], element.children[2])
      }
    let isBeside = element.kind == .sub || element.kind == .sup || element.kind == .subSup
    naryDepth += 1
    xml.open("m:nary")
    xml.open("m:naryPr")
    property("m:chr", element.children[0].text)
    // In a line of text, movable limits are beside the operator (MathML Core §3.4.4.1).
    property("m:limLoc", isBeside || !isDisplay ? "subSup" : "undOvr")
    if lower == nil { property("m:subHide", "1") }
    if upper == nil { property("m:supHide", "1") }
    xml.close("m:naryPr")
    argument("m:sub", lower)
    argument("m:sup", upper)
    xml.open("m:e")
  }
}

extension Unicode.Scalar {
  fileprivate init?(_ code: Int) { self.init(UInt32(code)) }
}
