import Layout
import Markup

/// Reads the characters of a `text` element and their positions (SVG 2 §11.4, §11.8).
struct SVGTextReader {
  /// The positions that an element specifies for its characters, in order.
  struct Positions {
    var x: [Double] = []
    var y: [Double] = []
    var dx: [Double] = []
    var dy: [Double] = []
    /// The rotations of characters. The last one applies to all further characters.
    var rotations: [Double] = []
    /// The number of characters read, in UTF-16 code units.
    var next = 0

    /// Whether nothing is specified for further characters.
    var isExhausted: Bool { rotations.isEmpty && next >= max(x.count, y.count, dx.count, dy.count) }
    /// Whether at most the next character has a position of its own.
    var endsWithNext: Bool { rotations.isEmpty && next + 1 >= max(x.count, y.count, dx.count, dy.count) }
  }

  /// Text of one text node.
  struct Run {
    var text: String
    let style: SVGStyle
    /// The elements around it, outermost first, as indices in `positions`.
    let elements: [Int]
    /// Whether the run is at the start of an element with an `x`.
    let beginsChunk: Bool
    var path: SVGTextPath?
  }

  let document: SVGDocument
  var positions: [Positions] = []
  var runs: [Run] = []
  var length: SVGText.Length?
  /// Whether there are characters that are written from right to left.
  private(set) var isBidirectional = false
  /// The lengths (`textLength`) of elements in the text, with the runs to which they apply.
  private(set) var lengths: [(runs: Range<Int>, length: SVGText.Length)] = []
  /// The lengths (`textLength`) of elements in the text, with the segments to which they apply.
  var partLengths: [SVGText.PartLength] = []
  /// The path of the `textPath` element that is being read.
  var path: SVGTextPath?
  var paths: [NodeID: SVGTextPath] = [:]
  var pathCount = 0

  static let maximumSegments = 10_000

  /// The size to which percentages refer; nil if it is not known.
  private let viewport: Size?
  private let hasLinks: Bool

  init(_ document: SVGDocument, viewport: Size?, hasLinks: Bool) {
    (self.document, self.viewport, self.hasLinks) = (document, viewport, hasLinks)
  }

  /// Reads a `text` or `tspan` element.
  /// - Parameters:
  ///   - style: that of the parent; becomes that of the element.
  ///   - outer: the elements around it.
  /// - Returns: false if anything is not supported.
  mutating func read(_ node: NodeID, _ style: inout SVGStyle, in outer: [Int] = []) -> Bool {
    let (outerLength, start) = (length, runs.count)
    if !outer.isEmpty { length = nil }
    guard readPositions(node, &style), positions.count <= Self.maximumSegments else {
      return false
    }
    let own = length
    if !outer.isEmpty { length = outerLength }
    defer {
      if !outer.isEmpty, let own, own.value >= 0, runs.count > start { lengths.append((start..<runs.count, own)) }
    }
    let elements = outer + [positions.count - 1]
    var beginsChunk = positions[positions.count - 1].x.first != nil
    guard style.isDisplayed else { return true }
    for child in document.markup.children(of: node) {
      switch document.markup[child].kind {
      case .text:
        guard add(child, style, in: elements, beginsChunk: beginsChunk) else { return false }
        beginsChunk = false
      case .element:
        var own = style.inherited
        if hasLinks, let link = document.link(of: child) { own.text.link = link }
        let count = runs.count
        defer { if runs.count > count { beginsChunk = false } }
        switch document.element(child) {
        case .textPath: guard readPath(child, own, in: elements) else { return false }
        case .tspan, .a: guard read(child, &own, in: elements) else { return false }
        // Other elements have no effect in text.
        default: break
        }
      case .document: break
      }
    }
    return true
  }

  /// Adds the text of a node. Returns false if it is not supported.
  mutating func add(_ node: NodeID, _ style: SVGStyle, in elements: [Int], beginsChunk: Bool) -> Bool {
    let text = String(decoding: document.markup.text(node), as: UTF8.self)
    let shown = style.text.transform.applied(to: text)
    runs.append(Run(text: shown, style: style.inherited, elements: elements, beginsChunk: beginsChunk, path: path))
    if text.unicodeScalars.contains(where: Self.isBidirectional) { isBidirectional = true }
    return true
  }

  /// Reads the attributes of an element.
  private mutating func readPositions(_ node: NodeID, _ style: inout SVGStyle) -> Bool {
    var values: [(SVGAttribute, SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .x, .y, .dx, .dy, .rotate, .textLength, .lengthAdjust: break
      default: return nil
      }
      values.append((name, value))
      return true
    }
    guard isSupported else { return false }
    var own = Positions()
    // Lengths may depend on the font size, which is set before.
    for (name, value) in values {
      guard set(name, value, style, &own) else { return false }
    }
    positions.append(own)
    return true
  }

  private mutating func set(
    _ name: SVGAttribute, _ value: SVGValue, _ style: SVGStyle, _ own: inout Positions
  ) -> Bool {
    switch name {
    case .textLength:
      guard let number = style.length(value), number >= 0 else { return true }
      length = SVGText.Length(value: number, stretchesGlyphs: length?.stretchesGlyphs ?? false)
      return true
    case .lengthAdjust:
      let stretches = value == "spacingAndGlyphs"
      if length == nil { length = SVGText.Length(value: -1) }
      length?.stretchesGlyphs = stretches
      return true
    default: break
    }
    guard let size = value.contains(UInt8(ascii: "%")) ? viewport : .zero else { return false }
    let whole = name == .x || name == .dx ? size.width : size.height
    // A value that is not valid has no effect.
    guard let numbers = style.length(value).map({ [$0] }) ?? Self.lengths(value, style, whole) else { return true }
    guard numbers.count <= Self.maximumSegments else { return false }
    switch name {
    case .x: own.x = numbers
    case .y: own.y = numbers
    case .dx: own.dx = numbers
    case .dy: own.dy = numbers
    default: own.rotations = numbers
    }
    return true
  }

  /// A list of lengths.
  /// - Parameter whole: what percentages refer to.
  private static func lengths(_ value: SVGValue, _ style: SVGStyle, _ whole: Double) -> [Double]? {
    var numbers: [Double] = []
    for part in value.text.split(maxSplits: maximumSegments + 1, whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let part = SVGValue(part)
      guard let number = style.length(part) ?? part.percentage.map({ $0 / 100 * whole }) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Whether a character is written from right to left or controls direction.
  static func isBidirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
