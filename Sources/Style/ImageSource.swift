import Markup

/// The file that an `img` element shows (HTML 4.8.4.3).
package struct ImageSource: Hashable, Sendable {
  /// The address as the document has it.
  package let address: String
  /// The number of pixels of the file per CSS px; more than 0.
  package let density: Double
}

extension StyledDocument {
  /// The source of an `img` element; nil if there is none.
  @export(interface)
  package func imageSource(of image: NodeID) -> ImageSource? { document.imageSource(of: image, for: media) }
}

extension StyleEngine {
  /// The source that an `img` element has once the document is styled; nil if there is none.
  @export(interface)
  package static func imageSource(of image: NodeID, in document: Document, options: Options) -> ImageSource? {
    document.imageSource(of: image, for: MediaContext(options))
  }
}

extension Document {
  /// The source of the first `source` element of the `picture` around an image that applies, or its own. Of several
  /// files, the one with the lowest density that is sharp on paper.
  fileprivate func imageSource(of image: NodeID, for media: MediaContext) -> ImageSource? {
    let parent = self[image].parent
    if isElement(parent, .picture) {
      var count = 0
      for node in children(of: parent) {
        // Only those before the first image, and not too many, since each image reads them.
        count += 1
        if isElement(node, .img) || count > Self.maxSources { break }
        guard isElement(node, .source), applies(node, for: media) else { continue }
        if let found = selectedSource(of: node, for: media) { return found }
      }
    }
    return selectedSource(of: image, for: media) ?? attribute(image, .src).map { ImageSource(address: $0, density: 1) }
  }

  private func selectedSource(of node: NodeID, for media: MediaContext) -> ImageSource? {
    guard let set = attribute(node, .srcset) else { return nil }
    return ImageSourceSelector(sizes: attribute(node, .sizes), media: media).select(set)
  }

  private func applies(_ source: NodeID, for media: MediaContext) -> Bool {
    if let query = attribute(source, .media), !MediaQueries.evaluate(query, media) { return false }
    guard let type = attribute(source, .type)?.asciiLowercased.trimmed else { return true }
    return Self.imageTypes.contains(type)
  }

  /// The most nodes of a `picture` that are read.
  private static var maxSources: Int { 200 }

  /// The types of the files that Pressrun shows.
  private static let imageTypes: Set<String> = [
    "", "image/png", "image/apng", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml",
  ]
}

/// Selects one of the files of a `srcset` attribute.
struct ImageSourceSelector {
  /// px; the width for which the files with a width are meant (`sizes`), otherwise that of the page area.
  private let sourceSize: Double

  /// Files of this density are as sharp in print as those of screens with small pixels.
  private static let density = 2.0

  /// An image of a lower density would be larger than any page.
  private static let leastDensity = 0.01

  init(sizes: String?, media: MediaContext) {
    sourceSize = sizes.flatMap { Self.size($0, media) } ?? media.width
  }

  func select(_ set: String) -> ImageSource? {
    let known = candidates(set)
    let sharp = known.filter { $0.density >= Self.density }.min { $0.density < $1.density }
    return sharp ?? known.max { $0.density < $1.density }
  }

  /// The files with valid descriptors.
  private func candidates(_ set: String) -> [ImageSource] {
    var found: [ImageSource] = []
    var rest = set[...]
    let separators: (Character) -> Bool = { $0.isWhitespace || $0 == "," }
    while true {
      rest = rest.drop(while: separators)
      guard !rest.isEmpty else { return found }
      var address = rest.prefix { !$0.isWhitespace }
      rest = rest[address.endIndex...]
      var descriptors: Substring = ""
      if address.last == "," {
        while address.last == "," { address.removeLast() }
      } else {
        descriptors = rest.prefix { $0 != "," }
        rest = rest[descriptors.endIndex...]
      }
      if let density = density(descriptors) { found.append(ImageSource(address: String(address), density: density)) }
    }
  }

  /// Returns nil if the descriptors are not valid.
  private func density(_ descriptors: Substring) -> Double? {
    let words = descriptors.split(whereSeparator: \.isWhitespace).filter { $0.last != "h" }
    guard let word = words.first else { return 1 }
    guard words.count == 1, let number = Double(word.dropLast()), number > 0, number.isFinite else { return nil }
    switch word.last {
    case "x": return number >= Self.leastDensity ? number : nil
    case "w": return number >= 1 ? number / max(1, sourceSize) : nil
    default: return nil
    }
  }

  /// The first size whose condition holds; nil if none does.
  private static func size(_ sizes: String, _ media: MediaContext) -> Double? {
    for size in sizes.topLevelParts(separator: ",") {
      let words = size.topLevelParts(separator: " ")
      guard let last = words.last, MediaQueries.evaluate(words.dropLast().joined(separator: " "), media) else {
        continue
      }
      var parser = ValueParser(last)
      guard let value = parser.length(0), parser.atEnd else { continue }
      switch value {
      case .dimension(let number, let unit): return media.lengths.px(number, unit)
      case .math(let expression): return expression.value(media.lengths)
      default: continue
      }
    }
    return nil
  }
}

extension String {
  /// The parts between separators outside of parentheses, without white space at their ends and without empty ones.
  fileprivate func topLevelParts(separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      let separates = depth == 0 && (character == separator || separator == " " && character.isWhitespace)
      if separates { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }
}
