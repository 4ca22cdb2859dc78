/// The shorthand properties. `ShorthandRow.table` has a row for each.
enum Shorthand: UInt8, CaseIterable, Hashable, Sendable {
  case all, margin, padding, border, borderTop, borderRight, borderBottom, borderLeft, borderWidth, borderStyle
  case borderColor, borderBlock, borderInline, borderBlockStart, borderBlockEnd, borderInlineStart
  case borderInlineEnd, borderBlockWidth, borderInlineWidth, borderBlockStyle, borderInlineStyle, borderBlockColor
  case borderInlineColor, marginBlock, marginInline, paddingBlock, paddingInline, inset, insetBlock, insetInline
  case borderRadius, borderImage, outline, background, backgroundPosition, font, fontVariant, listStyle
  case textDecoration, whiteSpace, textWrap, overflow, flex, flexFlow, gap, placeContent, placeItems, placeSelf
  case columns, columnRule, gridRow, gridColumn, gridArea, gridTemplate, grid, pageBreakBefore, pageBreakAfter
  case pageBreakInside, textEmphasis, fontSynthesis, container, lineClamp, webkitLineClamp, mask, maskPosition
  case maskBorder, webkitMaskBoxImage, containIntrinsicSize, textBox, textStroke

  private var row: ShorthandRow { ShorthandRow.table[Int(rawValue)] }

  /// The name in CSS.
  var name: String { row.name }

  /// The longhands in the order of the expansion.
  var longhands: [Property] { row.longhands }
}

extension ValueParser {
  /// The longhands of a shorthand. Those that the source omits get their initial values. Returns nil if the grammar
  /// does not fit.
  mutating func expand(_ shorthand: Shorthand) -> Expansion? {
    let row = ShorthandRow.table[Int(shorthand.rawValue)]
    return row.expand(&self, row.longhands)
  }
}

/// The longhands that a shorthand declaration sets.
struct Expansion {
  private(set) var values: [(property: Property, value: Value)] = []

  init() {}

  /// Properties and values in the same order.
  init(_ properties: [Property], _ values: [Value]) {
    self.values.reserveCapacity(values.count)
    for (property, value) in zip(properties, values) { self.values.append((property, value)) }
  }

  mutating func set(_ property: Property, _ value: Value) { values.append((property, value)) }
}

/// One row of the shorthand table: the longhands of a shorthand and its grammar. A shorthand needs a case of
/// `Shorthand` and one row.
struct ShorthandRow: Sendable {
  /// - Parameter longhands: those of the row.
  typealias Expand = @Sendable (_ parser: inout ValueParser, _ longhands: [Property]) -> Expansion?

  let shorthand: Shorthand
  /// The name in CSS.
  let name: String
  let longhands: [Property]
  let expand: Expand

  /// The rows by `Shorthand.rawValue`.
  static let table: ContiguousArray<ShorthandRow> = {
    var rows = ShorthandRows()
    rows.addAll()
    rows.addEdges()
    rows.addBorders()
    rows.addFlowRelativeBorders()
    rows.addBackgrounds()
    rows.addMasks()
    rows.addText()
    rows.addLayout()
    rows.addGrid()
    return rows.table
  }()
}

/// Collects the rows of the shorthand table.
struct ShorthandRows {
  private var rows = [ShorthandRow?](repeating: nil, count: Shorthand.allCases.count)

  /// All rows in the order of `Shorthand`; every shorthand must have one.
  var table: ContiguousArray<ShorthandRow> {
    ContiguousArray(
      Shorthand.allCases.map { shorthand in
        guard let row = rows[Int(shorthand.rawValue)] else { preconditionFailure("no row for \(shorthand)") }
        return row
      })
  }

  mutating func add(
    _ shorthand: Shorthand, _ name: String, _ longhands: [Property], _ expand: @escaping ShorthandRow.Expand
  ) {
    precondition(rows[Int(shorthand.rawValue)] == nil, "two rows for \(shorthand)")
    rows[Int(shorthand.rawValue)] = ShorthandRow(
      shorthand: shorthand, name: name, longhands: longhands, expand: expand)
  }

  /// The longhands of a shorthand that has been added.
  func longhands(_ shorthand: Shorthand) -> [Property] { rows[Int(shorthand.rawValue)]?.longhands ?? [] }

  /// `all` accepts CSS-wide keywords only (css-cascade-5 §3.2). The language is not a property of CSS.
  mutating func addAll() {
    let longhands = Longhand.table.lazy.filter { row in
      row.property != .direction && row.property != .unicodeBidi && row.property != .custom
        && row.property != .language && !row.traits.contains(.page) && row.physical == nil
    }
    add(.all, "all", longhands.map(\.property)) { _, _ in nil }
  }
}
