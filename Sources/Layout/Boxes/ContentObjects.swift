import Diagnostics
import Markup
import Resources
import Style

// The images, gradients and leaders of content lists (css-content-3 §2, css-gcpm-3 §5.5), in the flow and in the
// margins of pages.

extension ReplacedContent {
  /// What an item of a content list shows as an object; nil for all other items, and for images that are not available.
  ///
  /// - Parameters:
  ///   - style: the style that has the list.
  ///   - place: where warnings about images refer to.
  init?(
    _ item: ContentItem, style: StyleID, of document: StyledDocument, _ images: ImageStore,
    at place: SourceLocation = SourceLocation()
  ) {
    switch item {
    case .image(let address):
      guard let image = images.image(address, at: place) else { return nil }
      self.init(image, images.info(image), style: style, of: document)
      if document[style].content.content == nil { setDefaultSize(document[style].text.font.size) }
    case .gradient:
      // A marker without `content` has the size of the font (css-lists-3 §3.2).
      let size = document[style].content.content == nil ? document[style].text.font.size : nil
      self.init(kind: .generated, width: size, height: size)
    case .leader(let pattern): self.init(kind: .leader(pattern), width: document[style].text.font.size / 2, height: 0)
    default: return nil
    }
  }

  /// Sets the natural sizes that the content does not have by a default object size (css-images-3 §5.3).
  /// - Parameter side: px of the square that is this size, such as 1em for markers (css-lists-3 §3.2).
  private mutating func setDefaultSize(_ side: Double) {
    let ratio = ratio.flatMap { $0 > 0 ? $0 : nil }
    switch (naturalWidth, naturalHeight) {
    case (_?, _?): break
    case (let width?, nil): naturalHeight = ratio.map { width / $0 } ?? side
    case (nil, let height?): naturalWidth = ratio.map { height * $0 } ?? side
    case (nil, nil): (naturalWidth, naturalHeight) = (side * min(1, ratio ?? 1), side / max(1, ratio ?? 1))
    }
  }

  /// An image with the properties `image-resolution` and `zoom` of a style.
  init(_ image: ImageID, _ info: ImageInfo, style: StyleID, of document: StyledDocument) {
    self = ReplacedContent(image, info, document[style].text.images.resolution).scaled(by: document[style].text.zoom)
  }
}

extension BoxTree {
  /// An inline box with the object that an item of a content list shows. It is not in the tree yet.
  mutating func objectBox(
    _ content: ReplacedContent, for item: ContentItem, style: StyleID, _ document: inout StyledDocument
  ) -> Box {
    var inline = document.anonymousStyle(inheriting: style, display: .inline)
    if case .gradient = item {
      // The box is painted by its style.
      var own = document[inline]
      own.content.content = [item]
      inline = document.add(own)
    }
    if case .leader = item { hasLeaders = true }
    replaced.append(content)
    var box = Box(kind: .replaced, style: inline)
    box.payload = UInt32(replaced.count - 1)
    return box
  }
}

extension InlineContent {
  /// Adds a word joiner, so that no line breaks after a leader.
  mutating func appendWordJoiner(_ processing: TextProcessing) {
    append(text: "\u{2060}".utf8, processing, box: innermost, keepsSpaces: true)
  }
}

extension ContentItem {
  /// Whether it shows an object rather than text.
  var isObject: Bool {
    switch self {
    case .image, .gradient, .leader: true
    default: false
    }
  }
}
