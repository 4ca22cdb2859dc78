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
    value.withUnsafeBufferPointer { identifiers(in: $0) }
  }

  private static func identifiers(in value: UnsafeBufferPointer<UInt8>) -> [String] {
    var ids: [String] = []
    var start = 0
    while let mark = value[start...].firstIndex(of: UInt8(ascii: "#")) {
      var before = mark
      while before > start, value[before - 1] <= 0x20 || isQuote(value[before - 1]) { before -= 1 }
      let isFunction = before > start && value[before - 1] == UInt8(ascii: "(")
      start = mark + 1
      guard isFunction else { continue }
      let id = value[start...].prefix { $0 > 0x20 && !isQuote($0) && $0 != UInt8(ascii: ")") }
      ids.append(String(decoding: id, as: UTF8.self))
      start = id.endIndex
    }
    return ids
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }
}
