import Markup

/// The presentation attributes of an SVG element that are part of the cascade, whose values in a drawing are those of
/// the computed style.
struct CascadedAttributes {
  struct Names: OptionSet, Hashable {
    var rawValue: UInt16
    static let color = Names(rawValue: 1)
    static let display = Names(rawValue: 2)
    static let fontFamily = Names(rawValue: 4)
    static let fontSize = Names(rawValue: 8)
    static let fontStretch = Names(rawValue: 16)
    static let fontStyle = Names(rawValue: 32)
    static let fontVariant = Names(rawValue: 64)
    static let fontWeight = Names(rawValue: 128)
    static let letterSpacing = Names(rawValue: 256)
    static let visibility = Names(rawValue: 512)
    static let wordSpacing = Names(rawValue: 1024)
    static let direction = Names(rawValue: 2048)
    /// `font-size` is a number, or a multiple of the parent's, and the computed value: the attribute alone says it.
    /// Where a `use` element shows the element, the multiple is that of another size.
    static let statedFontSize = Names(rawValue: 4096)
    static let imageRendering = Names(rawValue: 8192)
    static let textOrientation = Names(rawValue: 16384)
    static let writingMode = Names(rawValue: 32768)
  }

  /// The names by atom, up to the last atom that is of interest.
  private let known: [Names]

  init(_ names: NameTable) {
    let atoms = Self.properties.compactMap { name, value in names.find(name).map { (Int($0.index), value) } }
    var known = [Names](repeating: [], count: 1 + (atoms.map(\.0).max() ?? -1))
    for (atom, value) in atoms { known[atom] = value }
    self.known = known
  }

  private static let properties: [(String, Names)] = [
    ("color", .color), ("direction", .direction), ("display", .display), ("font-family", .fontFamily),
    ("font-size", .fontSize), ("font-stretch", .fontStretch), ("font-style", .fontStyle),
    ("font-variant", .fontVariant), ("font-weight", .fontWeight), ("image-rendering", .imageRendering),
    ("letter-spacing", .letterSpacing),
    ("text-orientation", .textOrientation), ("visibility", .visibility), ("word-spacing", .wordSpacing),
    ("writing-mode", .writingMode),
  ]

  /// The attributes of an element whose value is not `inherit`. Where a `use` element shows the element, another value
  /// may be inherited.
  /// - Parameters:
  ///   - fontSize: the computed value, px.
  ///   - parentSize: that of the parent.
  func names(at node: NodeID, in document: Document, fontSize: Double, parentSize: Double) -> Names {
    var found: Names = []
    for attribute in document.attributes(of: node) where Int(attribute.name.index) < known.count {
      let name = known[Int(attribute.name.index)]
      guard !name.isEmpty else { continue }
      let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      if name == .fontSize,
        Self.number(value) == fontSize || Self.multiple(value).map({ abs($0 * parentSize - fontSize) < 1e-6 }) == true
      {
        found.insert(.statedFontSize)
      }
      if !value.elementsEqual("inherit".utf8) { found.formUnion(name) }
    }
    return found
  }

  /// The number of a value in `em` or per cent, as a factor; nil for all other values.
  private static func multiple(_ value: ContiguousArray<UInt8>.SubSequence) -> Double? {
    let text = String(decoding: value.prefix(20), as: UTF8.self)
    if text.hasSuffix("em") && !text.hasSuffix("rem") { return Double(text.dropLast(2)) }
    return text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : nil
  }

  /// An integer of at most three digits; nil for all other values.
  private static func number(_ value: ContiguousArray<UInt8>.SubSequence) -> Double? {
    guard 1...3 ~= value.count, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Double(value.reduce(0) { 10 * $0 + Int($1 - 0x30) })
  }
}

/// What the declarations for an element of a drawing depend on.
struct DrawingKey: Hashable {
  let style, parent: StyleID
  /// Whether the element has the initial `transform-origin` of SVG.
  let hasOrigin: Bool
  let attributes: CascadedAttributes.Names
}
