import Diagnostics
import Markup

/// The size of all generated texts of a document. A style sheet can repeat a long text for every element, and texts of
/// pseudo-elements can contain each other (`target-text(url, before)`), so that a small document could have any amount
/// of text.
struct GeneratedText {
  /// Bytes, and 16 for each text.
  private var size = 0
  /// The elements whose text exceeds the size, and those where texts contain each other over too many levels.
  private var excess = WarningPlaces()
  private var deep = WarningPlaces()

  private let limit: Int

  /// Bytes that the texts may have: as many for each byte of the document, besides those of any document, up to the
  /// greatest number.
  static let maxSize = 32 << 20
  private static let leastSize = 2 << 20
  private static let sizePerByte = 16

  /// Levels of texts of pseudo-elements that contain texts of pseudo-elements.
  static let maxDepth = 16

  static let sizeMessage = "The generated text of the document is too long; the rest was left out"
  static let depthMessage =
    "Texts of pseudo-elements contain each other over more than \(maxDepth) levels; the rest was left out"

  /// - Parameter bytes: of the text and the attributes of the document.
  init(bytes: Int) {
    limit = min(Self.maxSize, Self.leastSize + min(bytes, Self.maxSize) * Self.sizePerByte)
  }

  var isFull: Bool { size > limit }

  /// Returns false if the text exceeds the limit.
  mutating func add(_ text: String, at node: NodeID = .none) -> Bool {
    size += text.utf8.count + 16
    if isFull { excess.add(node) }
    return !isFull
  }

  /// Records an element where texts of pseudo-elements contain each other over too many levels.
  mutating func recordDepthLimit(at node: NodeID) { deep.add(node) }

  /// A warning for each limit that was exceeded, with the places.
  func warnings(in document: Document) -> [Diagnostic] {
    let code = "generated_text_limit"
    return [deep.warning(code, Self.depthMessage, document), excess.warning(code, Self.sizeMessage, document)]
      .compactMap { $0 }
  }
}
