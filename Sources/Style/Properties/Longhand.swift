/// One row of the property table: how a longhand is parsed, computed, copied and reset.
///
/// The rows are in `Longhands/`. A property needs a case of `Property`, one row, and a field of `ComputedStyle`; the
/// CSS-wide keywords, `all`, `var()`, `::first-line` and flow-relative names follow from the row.
struct Longhand: Sendable {
  /// Parses a specified value other than a CSS-wide keyword; nil if the tokens do not fit. The caller checks that
  /// nothing is left over.
  typealias Grammar = @Sendable (inout ValueParser) -> Value?
  /// Sets the computed value from a specified value.
  typealias Compute = @Sendable (inout StyleComputer, Value) -> Void
  /// Copies the computed value from another style, such as the parent's for `inherit`.
  typealias Copy = @Sendable (inout ComputedStyle, borrowing ComputedStyle) -> Void
  /// Sets the initial value.
  typealias Reset = @Sendable (inout StyleComputer) -> Void
  /// A stored field of the computed style.
  typealias Field<T> = WritableKeyPath<ComputedStyle, T> & Sendable

  struct Traits: OptionSet, Sendable {
    var rawValue: UInt8
    static let inherited = Traits(rawValue: 1)
    /// The property applies to `::first-line` (css-pseudo-4 §2.1.1).
    static let firstLine = Traits(rawValue: 2)
    /// The property has a meaning in `@page` only.
    static let page = Traits(rawValue: 4)
    /// The name is not one that a style sheet can use.
    static let `internal` = Traits(rawValue: 8)
  }

  let property: Property
  /// The name in CSS.
  let name: String
  let traits: Traits
  let grammar: Grammar
  let compute: Compute
  let copy: Copy
  let reset: Reset
  /// The physical properties that a flow-relative one maps to; nil for all others.
  let physical: PhysicalPair?
}

/// The physical properties that a flow-relative property maps to in horizontal writing (css-logical-1).
struct PhysicalPair: Sendable {
  var leftToRight: Property
  var rightToLeft: Property
}

extension Longhand {
  /// The longhands by `Property.rawValue`.
  static let table: ContiguousArray<Longhand> = {
    var rows = LonghandRows()
    rows.addFonts()
    rows.addText()
    rows.addTextDetails()
    rows.addLists()
    rows.addDecorations()
    rows.addBoxes()
    rows.addBoxEdges()
    rows.addPaint()
    rows.addBackgrounds()
    rows.addMasks()
    rows.addContent()
    rows.addFlexAndColumns()
    rows.addGrid()
    rows.addPages()
    rows.addFlowRelative()
    return rows.table
  }()
}

extension Property {
  /// The row of the property, read in place.
  var longhand: Longhand { _read { yield Longhand.table[Int(rawValue)] } }

  /// The name in CSS.
  var name: String { longhand.name }

  var isInherited: Bool { longhand.traits.contains(.inherited) }
  var appliesToFirstLine: Bool { longhand.traits.contains(.firstLine) }
  /// Whether it applies to `::marker`: those of text do, but not those of boxes and lines (css-pseudo-4 §4.1).
  var appliesToMarkers: Bool {
    switch self {
    case .content, .unicodeBidi: true
    case .writingMode, .textIndent, .textAlign, .textAlignLast, .listStyleType, .listStyleImage, .listStylePosition,
      .visibility:
      false
    default: isInherited
    }
  }
  var isPageOnly: Bool { longhand.traits.contains(.page) }
}

extension ValueParser {
  /// The value of a longhand other than a CSS-wide keyword; nil if the grammar does not fit. The caller checks that
  /// nothing is left over.
  mutating func longhand(_ property: Property) -> Value? { property.longhand.grammar(&self) }
}
