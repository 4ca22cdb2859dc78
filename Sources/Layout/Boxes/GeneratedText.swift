/// The size of all generated texts of a document. A style sheet can repeat a long text for every element, and texts of pseudo-elements
/// can contain each other (`target-text(url, before)`), so that a small document could have any amount of text.
struct GeneratedText {
  /// Bytes, and 16 for each text.
  private var size = 0

  static let maxSize = 32 << 20
  /// Levels of texts of pseudo-elements that contain texts of pseudo-elements.
  static let maxDepth = 16

  static let sizeMessage =
    "The generated text of the document is longer than \(maxSize >> 20) MB; the rest was left out"
  static let depthMessage =
    "Texts of pseudo-elements contain each other over more than \(maxDepth) levels; the rest was left out"

  var isFull: Bool { size > Self.maxSize }

  /// False if the text exceeds the limit.
  mutating func add(_ text: String) -> Bool {
    size += text.utf8.count + 16
    return !isFull
  }
}
