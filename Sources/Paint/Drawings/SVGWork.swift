import Layout
import Markup

/// The work of drawing an SVG file. A small file can repeat its content many times by references, and paint its whole
/// area many times for masks and filters, so the work is computed before the file is drawn.
struct SVGWork: Equatable {
  /// The bytes of attributes and texts, and 100 for each element, counted each time that they are drawn.
  var bytes: Double
  /// How often the whole area of the image is painted for masks and filters.
  var layers = 0.0
  /// The dashes of all lines.
  var dashes = 0.0
  /// `bytes` without what is drawn for references.
  var ownBytes = 0.0

  /// The work that an output may take for repeated content: about 4 s and 400 MB.
  static let limit = Double(32 << 20)
  /// The repeated content of each image that is not counted, so that the number of images of a document is not limited.
  static let allowance = 4096.0
  /// A dash takes as long as so many bytes.
  private static let bytesPerDash = 8.0
  static let unlimited = SVGWork(bytes: .infinity)

  /// The number of bytes that take as long to draw and as much memory.
  /// - Parameter size: the area of the image, px.
  func amount(for size: Size) -> Double { bytes + (layers > 0 ? layers * size.width * size.height * 2 / 3 : 0) }

  /// The number of bytes for the dashes of lines. Vectors have them as patterns, unless they are in a mask or filter.
  func amountOfDashes(isVector: Bool) -> Double { isVector && layers == 0 ? 0 : dashes * Self.bytesPerDash }

  fileprivate mutating func add(_ other: SVGWork, times: Double) {
    bytes += other.bytes * times
    layers += other.layers * times
    dashes += other.dashes * times
  }
}

extension SVGWork {
  /// Nil if the file is not well-formed XML. Unlimited if its references are too many, circular or nested deeper than
  /// 64, if it has curves far away, or if it contains files other than pictures of pixels.
  init?(file: [UInt8]) {
    guard let markup = try? Document.parse(xml: file), !markup.documentElement.isNone else { return nil }
    let isUncountable = markup.nodes.indices.contains {
      markup.hasFarCurve(NodeID(UInt32($0))) || markup.containsOtherFile(NodeID(UInt32($0)))
    }
    guard !isUncountable, var counter = SVGWorkCounter(markup) else {
      self = .unlimited
      return
    }
    self = counter.work(of: markup.documentElement)
    if self != .unlimited { ownBytes = counter.ownBytes(of: markup.documentElement) }
  }
}

extension Document {
  /// The beginnings of PNG, JPEG, GIF and WebP files in Base64.
  private static let pictures = ["iVBOR", "/9j/", "R0lG", "UklG"]

  /// Whether an element contains a file in a `data:` URL that may be SVG, whose work is not counted.
  fileprivate func containsOtherFile(_ node: NodeID) -> Bool {
    guard ["image", "feImage"].contains(name(node)) else { return false }
    return ["href", "xlink:href"].compactMap { attribute(node, $0) }.contains { address in
      guard address.drop(while: \.isWhitespace).prefix(5).lowercased() == "data:" else { return false }
      guard let start = address.prefix(64).range(of: "base64,")?.upperBound else { return true }
      return !Self.pictures.contains { address[start...].hasPrefix($0) }
    }
  }
}

/// Adds up the work of the elements of an SVG file.
private struct SVGWorkCounter {
  private let markup: Document
  /// The work of all nodes before each node, without references.
  private var sums: [SVGWork] = [SVGWork(bytes: 0)]
  /// In document order.
  private let references: [SVGReference]
  private let dashes: SVGDashes?
  /// The work of elements that are referred to; unlimited while it is computed.
  private var known: [NodeID: SVGWork] = [:]

  private static let maximumDepth = 64

  /// Nil if there are too many references.
  init?(_ markup: Document) {
    guard let references = SVGReference.all(in: markup) else { return nil }
    (self.markup, self.references) = (markup, references)
    dashes = SVGDashes(markup)
    for index in 0..<markup[markup.documentElement].subtreeEnd.index {
      var work = sums[Int(index)]
      work.add(ownWork(of: NodeID(index)), times: 1)
      sums.append(work)
    }
  }

  mutating func work(of node: NodeID, depth: Int = 0) -> SVGWork {
    if let known = known[node] { return known }
    guard depth <= Self.maximumDepth else { return .unlimited }
    known[node] = .unlimited
    let end = markup[node].subtreeEnd.index
    var work = SVGWork(bytes: ownBytes(of: node))
    work.dashes = sums[Int(end)].dashes - sums[Int(node.index)].dashes
    for reference in references[references.partition(from: node.index)...].prefix(while: { $0.node.index < end }) {
      work.add(self.work(of: reference.target, depth: depth + 1), times: reference.times)
    }
    // They are painted where they are referred to, not where they are defined.
    if ["mask", "filter"].contains(markup.name(node)) {
      work.layers += sums[Int(end)].layers - sums[Int(node.index)].layers
    }
    known[node] = work
    return work
  }

  /// The bytes of a node and its descendants, without references.
  func ownBytes(of node: NodeID) -> Double {
    sums[Int(markup[node].subtreeEnd.index)].bytes - sums[Int(node.index)].bytes
  }

  private func ownWork(of node: NodeID) -> SVGWork {
    // An element without attributes takes time as well.
    SVGWork(
      bytes: Double(100 + markup.ownSize(of: node)), layers: layers(of: node), dashes: dashes?.count(of: node) ?? 0)
  }

  /// The layers of a mask or of a primitive of a filter, in proportion to the time that it takes.
  private func layers(of node: NodeID) -> Double {
    func number(_ attribute: String, _ initial: Double) -> Double {
      let numbers = markup.attribute(node, attribute).flatMap { SVGScanner.numbers(SVGValue($0)) }
      return max(numbers?.max() ?? initial, 1)
    }
    return switch markup.name(node) {
    case "mask": 2
    case "filter": 1
    case "feTurbulence": 2 * number("numOctaves", 1)
    case "feMorphology": number("radius", 1)
    case "feConvolveMatrix": number("order", 3) * number("order", 3)
    case let name: name.hasPrefix("fe") ? 1 : 0
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
