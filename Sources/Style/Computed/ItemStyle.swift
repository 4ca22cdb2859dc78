/// Flex, grid, multi-column and box-alignment properties.
package struct ItemStyle: Hashable, Sendable {
  package var flexDirection = FlexDirection.row
  package var flexWrap = FlexWrap.nowrap
  package var flexGrow = 0.0
  package var flexShrink = 1.0
  package var flexBasis = SizeValue.auto
  package var order: Int32 = 0

  package var alignContent = Alignment.normal
  package var alignItems = Alignment.normal
  package var alignSelf = Alignment.auto
  package var justifyContent = Alignment.normal
  package var justifyItems = Alignment.normal
  package var justifySelf = Alignment.auto
  /// The alignments with `safe`.
  package var safe: SafeAlignments = []
  /// nil is `normal`.
  package var rowGap: LengthPercentage?
  package var columnGap: LengthPercentage?

  package var columnCount: Int32?
  package var columnWidth: Double?
  package var columnRuleWidth = 0.0
  package var columnRuleStyle = BorderStyle.none
  package var columnRuleColor = Color.black
  package var columnSpanAll = false
  package var columnFillBalance = true
  /// `column-fill: balance-all`: columns are balanced on every page, not only the last.
  package var columnFillBalanceAll = false
  /// The height of each row of columns, px (css-multicol-2 §4); nil for `auto`.
  package var columnHeight: Double?
  package var columnWrap = ColumnWrap.auto
  package var grid = GridStyle()
  package init() {}

  /// Alignments that become `start` if the box overflows its container (css-align-3 §4.4).
  package struct SafeAlignments: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let alignContent = SafeAlignments(rawValue: 1)
    package static let alignItems = SafeAlignments(rawValue: 2)
    package static let alignSelf = SafeAlignments(rawValue: 4)
    package static let justifyContent = SafeAlignments(rawValue: 8)
    package static let justifyItems = SafeAlignments(rawValue: 16)
    package static let justifySelf = SafeAlignments(rawValue: 32)
  }
  package enum ColumnWrap: UInt8, Hashable, Sendable { case auto, wrap, nowrap }
  package enum FlexDirection: UInt8, Hashable, Sendable { case row, rowReverse, column, columnReverse }
  package enum FlexWrap: UInt8, Hashable, Sendable { case nowrap, wrap, wrapReverse }
  package enum Alignment: UInt8, Hashable, Sendable {
    case auto, normal, stretch, start, end, flexStart, flexEnd, selfStart, selfEnd, center, left, right
    case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly
  }
}
