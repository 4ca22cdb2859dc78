import Layout
import Markup

/// Adds up the work of the elements of an SVG file.
struct SVGWorkCounter {
  private let markup: Document
  private let declarations: SVGDeclarations
  let bounds: SVGBounds
  /// The references in the file, in document order.
  private let references: [SVGReference]
  /// The work of elements that are referred to; unlimited while it is computed.
  private var known: [NodeID: SVGWork] = [:]
  private let targets: Set<NodeID>
  /// The bytes of all elements, without references.
  let ownBytes: Double

  /// The deepest chain of references that is followed.
  private static let maximumDepth = 64
  /// The deepest nesting of elements, each counted where it is drawn: librsvg draws them recursively.
  private static let maximumLevel = 1000

  /// Fails if there are too many references, or rules that cannot be counted.
  init?(_ markup: Document) {
    guard let declarations = SVGDeclarations(markup), let references = SVGReference.all(in: markup, declarations) else {
      return nil
    }
    (self.markup, self.references, self.declarations) = (markup, references, declarations)
    bounds = SVGBounds(markup, declarations)
    targets = Set(references.map(\.target))
    ownBytes = markup.nodes(in: markup.documentElement).reduce(0) { $0 + Self.ownBytes(of: $1, markup) }
  }

  /// An element without attributes takes time as well.
  private static func ownBytes(of node: NodeID, _ markup: Document) -> Double {
    Double(100 + markup.ownSize(of: node))
  }

  /// The work of an element, with that of its content and of what it refers to.
  mutating func work(of node: NodeID, depth: Int = 0, level: Int = 0) -> SVGWork {
    guard markup[node].kind == .element else { return work(ofText: node) }
    if let known = known[node] { return known }
    guard depth <= Self.maximumDepth, level <= Self.maximumLevel else { return .unlimited }
    let isTarget = targets.contains(node)
    if isTarget { known[node] = .unlimited }
    let values = declarations.values(at: node)
    var work = drawn(node, values)
    for child in markup.children(of: node) {
      let content = self.work(of: child, depth: depth, level: level + 1)
      // Definitions are drawn where they are referred to.
      work.add(Self.isDefinition(markup.name(child)) ? SVGWork(bytes: content.bytes) : content)
    }
    var clips = SVGWork(bytes: 0)
    var next = references.partition(from: node.index)
    while next < references.count, references[next].node == node {
      let target = references[next].target
      let referred = self.work(of: target, depth: depth + 1, level: level + 1)
      work.add(referred, times: references[next].times)
      if markup.name(target) == "clipPath" { clips.add(referred) }
      work.tile = max(work.tile, referred.tileOfShape * work.side * work.side)
      if markup.name(node) == "pattern" { work.tileOfShape = max(work.tileOfShape, referred.tileOfShape) }
      next += 1
    }
    work.pixelBytes += (clips.crossings + clips.lines * work.lines * Self.clippedLines) * SVGWork.bytesPerCrossing
    addLayers(of: node, values, to: &work)
    let transform = bounds.transform(of: node, values)
    work.transform(scale: transform.scale, shift: transform.shift)
    if isTarget { known[node] = work }
    return work
  }

  private static func isDefinition(_ name: String) -> Bool {
    switch name {
    case "defs", "symbol", "clipPath", "mask", "filter", "pattern", "marker", "linearGradient", "radialGradient": true
    default: false
    }
  }

  // MARK: Elements

  /// The work for the shape of an element.
  private func drawn(_ node: NodeID, _ values: SVGDeclarations.Values) -> SVGWork {
    let shape = SVGShape(markup, node, values, bounds)
    var work = SVGWork(bytes: Self.ownBytes(of: node, markup))
    (work.lines, work.crossings) = (shape.lines, shape.crossings)
    work.dashes = shape.length * bounds.dashDensity
    guard shape.lines > 0 else { return work }
    let width = bounds.strokeWidth(of: node)
    // Round joins have corners in proportion to the square root of their radius.
    let corners = 8 + (bounds.hasRoundStrokes ? 2 * width.squareRoot() : 0)
    let rows = min(shape.length + shape.lines * width, shape.lines * Self.mostRows)
    work.pixelBytes = corners * rows * Self.bytesPerEdge
    work.farthest = max(shape.farthest, width > Self.widest ? width * 1000 : 0)
    work.side = shape.side
    return work
  }

  /// librsvg lays out a text in quadratic time.
  private func work(ofText node: NodeID) -> SVGWork {
    let bytes = Self.ownBytes(of: node, markup)
    guard ["text", "tspan", "textPath", "a"].contains(markup.name(markup[node].parent)) else {
      return SVGWork(bytes: bytes)
    }
    let size = Double(max(0, markup.text(node).count - 256))
    return SVGWork(bytes: bytes + size * size * Self.bytesPerLetters)
  }

  /// The work of an edge in one row of pixels, in bytes.
  private static let bytesPerEdge = 0.08
  private static let mostRows = 2000.0
  /// The work of each pair of letters of a text, in bytes.
  private static let bytesPerLetters = 0.75
  /// The width of lines, px, beyond which they need too many corners.
  private static let widest = 1e5

  /// The share of the pairs of a line of a clip and a line of the content that cross each other.
  private static let clippedLines = 0.02

  // MARK: Layers

  /// Adds the layers of the element itself, in proportion to the time that they take.
  private func addLayers(of node: NodeID, _ values: SVGDeclarations.Values, to work: inout SVGWork) {
    let name = markup.name(node)
    work.layers += layers(of: node, name)
    // They are in use while the content and what it refers to are drawn. Results of the primitives of a filter may be
    // kept until its end.
    switch name {
    case "mask": work.depth += 3
    case "filter": work.depth += 3 + Double(markup.children(of: node).count { markup.attribute($0, "result") != nil })
    case "pattern":
      let tile = bounds.length("width", in: values) * bounds.length("height", in: values)
      if markup.attribute(node, "patternUnits") == "userSpaceOnUse" {
        work.tile = max(work.tile, tile)
      } else {
        // The size may also be that of another pattern.
        work.tileOfShape = max(work.tileOfShape, tile)
      }
    default:
      if isGroup(values) {
        work.groups += 1
        work.depth += 1
      }
    }
  }

  /// Whether an element may be painted as a group.
  private func isGroup(_ values: SVGDeclarations.Values) -> Bool {
    ["opacity", "mix-blend-mode", "isolation"].contains { property in
      (values[property] ?? []).contains { !["1", "1.0", "100%", "normal", "auto"].contains(SVGValue($0).text) }
    }
  }

  /// The layers of a mask or of a primitive of a filter.
  private func layers(of node: NodeID, _ name: String) -> Double {
    func number(_ attribute: String, _ initial: Double) -> Double {
      max(markup.attribute(node, attribute).map { bounds.length($0) } ?? initial, 1)
    }
    return switch name {
    case "mask": 2
    case "filter": 1
    case "feGaussianBlur", "feDropShadow": 4
    case "feTurbulence": 6 * number("numOctaves", 1)
    // The radius is scaled, up to the size of the image.
    case "feMorphology": 400
    case "feConvolveMatrix": number("order", 3) * number("order", 3)
    default: name.hasPrefix("fe") ? 1 : 0
    }
  }
}

extension [SVGReference] {
  /// The index of the first reference that is not before a node.
  fileprivate func partition(from node: UInt32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].node.index < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
