/// The size of the sheet, bleed, marks and rotation (css-page-3 §7, §8).
extension PageRules {
  /// The page box and the sheet, without styles and margin boxes.
  func sheet(_ ordered: OrderedDeclarations, _ style: ComputedStyle, customs: CustomSets) -> PageStyle {
    let reader = PageDescriptors(rules: self, ordered: ordered, style: style, customs: customs)
    let (width, height) = size(reader)
    let box = PageBox(style.box, width: width, height: height).zoomed(by: zoom)
    var page = PageStyle(box: box, style: StyleID(0), marginBoxes: [])
    if case .list(let marks)? = reader.value(.marks) {
      page.hasCropMarks = marks.contains(.keyword(.crop))
      page.hasCrossMarks = marks.contains(.keyword(.cross))
    }
    if let bleed = reader.value(.bleed).flatMap(reader.px) {
      page.bleed = max(0, min(1000, bleed))
    } else if page.hasCropMarks {
      page.bleed = 8
    }
    page.bleed *= zoom
    switch reader.value(.pageOrientation) {
    case .keyword(.rotateRight)?: page.rotation = 90
    case .keyword(.rotateLeft)?: page.rotation = 270
    default: break
    }
    return page
  }

  /// The value of `size`, px, within the limits of a page box.
  private func size(_ reader: PageDescriptors) -> (width: Double, height: Double) {
    var (width, height) = (defaultWidth, defaultHeight)
    if case .list(let parts)? = reader.value(.size), parts.count == 2 {
      if let first = reader.px(parts[0]), let second = reader.px(parts[1]) {
        if first > 0, second > 0 { (width, height) = (first, second) }
      } else if case .keyword(let name) = parts[0], case .keyword(let orientation) = parts[1] {
        (width, height) = NamedPageSize.px(name) ?? (defaultWidth, defaultHeight)
        let (short, long) = (min(width, height), max(width, height))
        if orientation == .landscape { (width, height) = (long, short) }
        if orientation == .portrait { (width, height) = (short, long) }
      }
    }
    func clamped(_ side: Double) -> Double { max(PageBox.sides.lowerBound, min(PageBox.sides.upperBound, side)) }
    return (clamped(width), clamped(height))
  }
}

/// Reads the winning declarations of the properties that only `@page` has.
private struct PageDescriptors {
  private let declarations: ContiguousArray<Declaration>
  private var winners = Winners()
  private let customSet: UInt32
  private let customs: CustomSets
  private let lengths: LengthContext

  init(rules: PageRules, ordered: OrderedDeclarations, style: ComputedStyle, customs: CustomSets) {
    declarations = rules.blocks.declarations
    ordered.findWinners(declarations, isRightToLeft: false, into: &winners)
    customSet = style.customSet
    self.customs = customs
    var lengths = rules.lengths
    lengths.font = style.text.font
    lengths.lineHeight = style.text.usedLineHeight
    self.lengths = lengths
  }

  func value(_ property: Property) -> Value? {
    guard let index = winners[property] else { return nil }
    guard case .pending(let pending) = declarations[Int(index)].value else { return declarations[Int(index)].value }
    guard let text = Substitution.substitute(pending.text, value: { customs.value($0, in: customSet) }) else {
      return nil
    }
    var parser = ValueParser(text, base: pending.base)
    return parser.values(of: .longhand(property))?.first?.value
  }

  /// A length; nil for other values.
  func px(_ value: Value) -> Double? {
    switch value {
    case .dimension(let number, let unit): lengths.px(number, unit)
    case .math(let expression): expression.value(lengths)
    default: nil
    }
  }
}

/// Named page sizes: those of css-page-3 §7.1, and the other sizes of ISO 216 (A and B) and common ones of ISO 269 (C).
package enum NamedPageSize {
  /// Width and height, px.
  private static let sizes: [Keyword: (width: Double, height: Double)] = [
    .a0: mm(841, 1189), .a1: mm(594, 841), .a2: mm(420, 594), .a3: mm(297, 420), .a4: mm(210, 297), .a5: mm(148, 210),
    .a6: mm(105, 148), .a7: mm(74, 105), .a8: mm(52, 74), .a9: mm(37, 52), .a10: mm(26, 37), .b0: mm(1000, 1414),
    .b1: mm(707, 1000), .b2: mm(500, 707), .b3: mm(353, 500), .b4: mm(250, 353), .b5: mm(176, 250), .b6: mm(125, 176),
    .b7: mm(88, 125), .b8: mm(62, 88), .b9: mm(44, 62), .b10: mm(31, 44), .c4: mm(229, 324), .c5: mm(162, 229),
    .c6: mm(114, 162), .jisB4: mm(257, 364), .jisB5: mm(182, 257), .letter: (816, 1056), .legal: (816, 1344),
    .ledger: (1056, 1632),
  ]

  private static func mm(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
    (width * 96 / 25.4, height * 96 / 25.4)
  }

  static let names = Array(sizes.keys)

  static func px(_ name: Keyword) -> (width: Double, height: Double)? { sizes[name] }

  /// - Parameter name: in lower case.
  @export(interface)
  package static func px(named name: String) -> (width: Double, height: Double)? {
    Keyword.byName[name].flatMap { px($0) }
  }
}
