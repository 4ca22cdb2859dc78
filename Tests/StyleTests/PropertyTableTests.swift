import TestTraits
import Testing

@testable import Style

/// The rows of the property table: names, inheritance and the CSS-wide keywords.
@Suite(.hangLimit) struct PropertyTableTests {
  /// A property as its specification defines it.
  struct Specified: Sendable, CustomTestStringConvertible {
    var name: String
    var isInherited: Bool
    /// A value other than the initial one; nil if the computed value is built from several properties.
    var sample: String?
    var testDescription: String { name }

    /// Declarations without which the value has no effect: a line has no width without a style.
    var context: String {
      guard sample != nil, name.hasSuffix("-width") else { return "" }
      switch name.dropLast("-width".count) {
      case "border-top", "border-right", "border-bottom", "border-left": return "border-style: solid"
      case "outline": return "outline-style: solid"
      case "column-rule": return "column-rule-style: solid"
      default: return ""
      }
    }
  }

  @Test func everyPropertyHasOneRowAndItsOwnName() {
    #expect(Longhand.table.map(\.property) == Property.allCases)
    #expect(Set(Longhand.table.map(\.name)).count == Property.allCases.count)
    #expect(Set(Shorthand.allCases.map(\.name)).count == Shorthand.allCases.count)
    #expect(Set(ShorthandRow.table.map(\.name)).isDisjoint(with: Longhand.table.map(\.name)))
  }

  @Test func theSpecifiedPropertiesAreThoseOfTheTable() {
    let names = Longhand.table.filter { row in
      row.physical == nil && row.traits.isDisjoint(with: [.page, .internal])
    }.map(\.name)
    #expect(Set(names) == Set(Self.specified.map(\.name)))
  }

  @Test(arguments: Longhand.table.filter { $0.physical != nil }.map(\.property))
  func flowRelativePropertiesHaveTheTraitsOfTheirPhysicalOnes(property: Property) throws {
    let physical = try #require(property.longhand.physical)
    for target in [physical.leftToRight, physical.rightToLeft] {
      #expect(target.longhand.physical == nil)
      #expect(target.longhand.traits == property.longhand.traits)
    }
  }

  @Test(arguments: specified) func inheritanceIsAsSpecified(_ specified: Specified) throws {
    let property = try #require(KnownProperty.byName[specified.name]?.longhands.first)
    #expect(property.isInherited == specified.isInherited)
  }

  /// `x-a` has no rule in the user agent's style sheet, so that `revert` is `unset`.
  @Test(arguments: specified) func wideKeywordsSetTheParentsOrTheInitialValue(_ specified: Specified) throws {
    guard let sample = specified.sample else { return }
    let row = try #require(KnownProperty.byName[specified.name]?.longhands.first).longhand
    func styles(_ parent: String?, _ child: String?) throws -> (parent: ComputedStyle, child: ComputedStyle) {
      func rule(_ selector: String, _ value: String?) -> String {
        value.map { "\(selector) { \(specified.name): \($0) }" } ?? ""
      }
      let css = "x-a { \(specified.context) } \(rule("#p", parent)) \(rule("#x", child))"
      let sheet = try Sheet(css, "<x-a id=p><x-a id=x></x-a></x-a>")
      #expect(sheet.messages.isEmpty)
      return (sheet.style("p"), sheet.style("x"))
    }
    func isSame(_ a: ComputedStyle, _ b: ComputedStyle) -> Bool {
      var copy = a
      row.copy(&copy, b)
      return copy == a
    }
    let initial = try styles(nil, "initial").child
    let given = try styles(sample, nil)
    #expect(!isSame(given.parent, initial), "\(sample) is the initial value")
    #expect(isSame(try styles(nil, nil).child, initial))
    #expect(isSame(given.child, specified.isInherited ? given.parent : initial))
    #expect(isSame(try styles(sample, "initial").child, initial))
    #expect(isSame(try styles(sample, "inherit").child, given.parent))
    for keyword in ["unset", "revert", "revert-layer"] {
      let child = try styles(sample, keyword).child
      #expect(isSame(child, specified.isInherited ? given.parent : initial), "\(keyword)")
    }
  }

  @Test func everyShorthandAcceptsWideKeywords() {
    for shorthand in Shorthand.allCases {
      var parser = ValueParser("inherit")
      let values = parser.values(of: .shorthand(shorthand))
      #expect(values?.map(\.property) == shorthand.longhands)
    }
  }

  /// Name, whether it is inherited, and a sample value; `-` for none.
  ///
  /// text-underline-offset is inherited in css-text-decor-4. Here it belongs to the line that the element draws.
  static let specified: [Specified] = """
    zoom no -
    direction yes rtl
    writing-mode yes vertical-rl
    text-orientation yes upright
    text-combine-upright yes all
    math-style yes compact
    math-shift yes compact
    math-depth yes 3
    font-size yes 20px
    font-family yes Name
    font-weight yes 700
    font-style yes italic
    font-stretch yes condensed
    font-variant-caps yes small-caps
    font-variant-ligatures yes none
    font-variant-numeric yes tabular-nums
    font-variant-east-asian yes jis78
    font-variant-position yes sub
    font-variant-alternates yes historical-forms
    font-variant-emoji yes text
    font-kerning yes none
    font-feature-settings yes 'ss01'
    font-variation-settings yes 'wght' 350
    font-optical-sizing yes none
    line-height yes 2
    color yes red
    text-align yes center
    text-align-last yes center
    text-indent yes 2em hanging
    white-space-collapse yes preserve
    text-wrap-mode yes nowrap
    letter-spacing yes 1px
    block-ellipsis yes auto
    text-box-edge yes cap alphabetic
    word-spacing yes 1px
    text-transform yes uppercase
    tab-size yes 4
    hyphens yes auto
    hyphenate-character yes '='
    overflow-wrap yes anywhere
    word-break yes break-all
    line-break yes strict
    orphans yes 3
    widows yes 3
    list-style-type yes square
    list-style-image yes url(a.png)
    list-style-position yes inside
    quotes yes '<' '>'
    border-collapse yes collapse
    border-spacing yes 3px
    caption-side yes bottom
    empty-cells yes hide
    visibility yes hidden
    text-justify yes none
    hyphenate-limit-chars yes 5 2 3
    hyphenate-limit-lines yes 2
    hyphenate-limit-zone yes 3px
    hanging-punctuation yes first
    text-wrap-style yes balance
    text-autospace yes ideograph-alpha
    text-spacing-trim yes space-all
    ruby-align yes center
    ruby-position yes under
    text-emphasis-style yes dot
    text-emphasis-color yes red
    text-emphasis-position yes under
    text-decoration-skip-ink yes none
    font-synthesis-weight yes none
    font-synthesis-style yes none
    font-synthesis-small-caps yes none
    font-size-adjust yes 0.5
    text-shadow yes 1px 1px red
    text-underline-position yes under
    -webkit-text-fill-color yes red
    -webkit-text-stroke-width yes 2px
    -webkit-text-stroke-color yes red
    accent-color yes red
    unicode-bidi no isolate
    text-decoration-line no -
    text-decoration-style no -
    text-decoration-color no -
    text-decoration-thickness no -
    text-underline-offset no -
    display no block
    position no relative
    float no left
    clear no both
    shape-outside no circle(5px)
    shape-margin no -
    width no 5px
    height no 5px
    min-width no 5px
    min-height no 5px
    max-width no 5px
    max-height no 5px
    aspect-ratio no 2 / 1
    container-type no inline-size
    container-name no a b
    box-sizing no border-box
    margin-top no 5px
    margin-right no 5px
    margin-bottom no 5px
    margin-left no 5px
    padding-top no 5px
    padding-right no 5px
    padding-bottom no 5px
    padding-left no 5px
    border-top-style no dashed
    border-right-style no dashed
    border-bottom-style no dashed
    border-left-style no dashed
    border-top-width no 5px
    border-right-width no 5px
    border-bottom-width no 5px
    border-left-width no 5px
    top no 5px
    right no 5px
    bottom no 5px
    left no 5px
    z-index no 3
    overflow-x no hidden
    overflow-y no hidden
    overflow-clip-margin no 5px
    text-overflow no ellipsis
    vertical-align no middle
    table-layout no fixed
    object-fit no cover
    object-position no left top
    image-rendering yes pixelated
    appearance no none
    image-resolution yes 2dppx
    break-before no page
    break-after no page
    break-inside no avoid
    box-decoration-break no clone
    page no chapter
    contain no size
    content-visibility no auto
    contain-intrinsic-width no 5px
    contain-intrinsic-height no 5px
    footnote-display no inline
    footnote-policy no line
    initial-letter no 3
    max-lines no 3
    continue no collapse
    -webkit-box-orient no vertical
    text-box-trim no trim-start
    baseline-source no first
    background-color no red
    background-image no url(a.png)
    background-position-x no -
    background-position-y no -
    background-size no -
    background-repeat no -
    background-origin no -
    background-clip no -
    background-attachment no -
    background-blend-mode no -
    border-top-color no red
    border-right-color no red
    border-bottom-color no red
    border-left-color no red
    border-top-left-radius no 5px
    border-top-right-radius no 5px
    border-bottom-right-radius no 5px
    border-bottom-left-radius no 5px
    border-image-source no url(a.png)
    border-image-slice no -
    border-image-width no -
    border-image-outset no -
    border-image-repeat no -
    box-shadow no 1px 1px red
    outline-style no dashed
    outline-width no 5px
    outline-color no red
    outline-offset no 5px
    opacity no 0.5
    transform no rotate(10deg)
    translate no 5px
    rotate no 10deg
    scale no 2
    transform-origin no left top
    transform-box no content-box
    mix-blend-mode no multiply
    isolation no isolate
    will-change no transform
    backface-visibility no hidden
    filter no blur(2px) grayscale(50%)
    mask-image no url(a.png)
    mask-position-x no -
    mask-position-y no -
    mask-size no -
    mask-repeat no -
    mask-origin no -
    mask-clip no -
    mask-composite no -
    mask-mode no -
    mask-border-source no url(a.png)
    mask-border-slice no -
    mask-border-width no -
    mask-border-outset no -
    mask-border-repeat no -
    mask-border-mode no -
    clip no rect(1px, 2px, 3px, 4px)
    clip-path no inset(1px)
    content no 'x'
    counter-reset no c
    counter-increment no c
    counter-set no c
    string-set no s 'x'
    bookmark-level no 2
    bookmark-label no 'x'
    bookmark-state no closed
    flex-direction no column
    flex-wrap no wrap
    flex-grow no 2
    flex-shrink no 2
    flex-basis no 5px
    order no 2
    align-content no center
    align-items no center
    align-self no center
    justify-content no center
    justify-items no center
    justify-self no center
    row-gap no 5px
    column-gap no 5px
    column-count no 2
    column-width no 5px
    column-rule-width no 5px
    column-rule-style no dashed
    column-rule-color no red
    column-span no all
    column-fill no auto
    column-height no 5px
    column-wrap no wrap
    grid-template-rows no 5px
    grid-template-columns no 5px
    grid-template-areas no 'a b'
    grid-auto-rows no 5px
    grid-auto-columns no 5px
    grid-auto-flow no column dense
    grid-lanes-direction no row
    flow-tolerance no 5px
    grid-row-start no 2
    grid-row-end no 2
    grid-column-start no 2
    grid-column-end no 2
    """.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      return Specified(
        name: String(words[0]), isInherited: words[1] == "yes", sample: words[2] == "-" ? nil : String(words[2]))
    }
}
