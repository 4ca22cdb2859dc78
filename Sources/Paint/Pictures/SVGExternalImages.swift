import Layout

/// The `image` elements of an SVG file that another program draws.
enum SVGExternalImages {
  /// The address of the first one that refers to another file, which an SVG image may not load (SVG 2 §2.7.1).
  static func first(in file: [UInt8]) -> String? {
    var rest = file[...]
    while let start = rest.firstRange(of: "<image".utf8) {
      rest = rest[start.upperBound...]
      // The name of another element, such as `imageset`.
      guard let next = rest.first, next <= 0x20 else { continue }
      let tag = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest[tag.endIndex...]
      guard let href = tag.firstRange(of: "href".utf8) else { continue }
      var value = tag[href.upperBound...].drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      guard let quote = value.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      let address = SVGValue(String(decoding: value.prefix { $0 != quote }, as: UTF8.self))
      if address.isExternal { return address.text }
    }
    return nil
  }
}
