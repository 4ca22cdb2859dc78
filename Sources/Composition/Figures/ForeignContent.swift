/// Whether a position in HTML is in SVG or MathML, where other rules hold (HTML 13.2.6.5). Elements of HTML that end
/// foreign content without an end tag are not considered.
struct ForeignContent {
  private static let roots: Set<String> = ["svg", "math"]
  /// Elements of SVG whose content is HTML.
  private static let integrationPoints: Set<String> = ["foreignobject", "desc", "title"]
  private static let maximumDepth = 256

  /// The open roots and integration points.
  private var open: [String] = []

  var isForeign: Bool { open.last.map { Self.roots.contains($0) } ?? false }

  /// - Parameter name: of a tag, in lower case.
  mutating func add(_ name: String, isEnd: Bool, isSelfClosing: Bool) {
    guard Self.roots.contains(name) || Self.integrationPoints.contains(name) else { return }
    if isEnd {
      if let last = open.lastIndex(of: name) { open.removeSubrange(last...) }
    } else if !isSelfClosing, open.count < Self.maximumDepth,
      Self.roots.contains(name) || open.last == "svg"
    {
      open.append(name)
    }
  }
}
