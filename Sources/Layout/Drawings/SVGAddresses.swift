/// References of SVG elements in the values of their attributes and properties (SVG 2 §5.1).
package enum SVGAddresses {
  /// Whether the `href` of an element refers to content that is drawn for it.
  @export(interface)
  package static func drawsTarget(_ name: String) -> Bool {
    switch name {
    case "use", "pattern", "linearGradient", "radialGradient", "filter", "feImage", "textPath", "tref": true
    default: false
    }
  }

  /// The identifiers in the `url(#…)` functions of a value (css-values-4 §4.5).
  @export(interface)
  package static func identifiers(in value: ContiguousArray<UInt8>.SubSequence) -> [String] {
    var ids: [String] = []
    var rest = value
    while let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      var before = mark
      while before > rest.startIndex, rest[before - 1] <= 0x20 || isQuote(rest[before - 1]) { before -= 1 }
      let isFunction = before > rest.startIndex && rest[before - 1] == UInt8(ascii: "(")
      rest = rest[(mark + 1)...]
      guard isFunction else { continue }
      let id = rest.prefix { $0 > 0x20 && !isQuote($0) && $0 != UInt8(ascii: ")") }
      ids.append(String(decoding: id, as: UTF8.self))
      rest = rest[id.endIndex...]
    }
    return ids
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }
}
