/// A longhand or shorthand, found by its name or an alias.
enum KnownProperty {
  case longhand(Property)
  case shorthand(Shorthand)

  /// The properties by name. Some names are aliases, and some properties have names with a vendor prefix.
  static let byName: NameIndex<KnownProperty> = {
    var names: [(name: String, value: KnownProperty)] = Longhand.table
      .filter { !$0.traits.contains(.internal) }.map { ($0.name, .longhand($0.property)) }
    names += ShorthandRow.table.map { ($0.name, .shorthand($0.shorthand)) }
    let own = NameIndex(names)
    for (alias, name) in aliases {
      if let known = own[name] { names.append((alias, known)) }
    }
    for name in prefixed.sorted() {
      if let known = own[name] { names += ["-webkit-", "-moz-"].map { ($0 + name, known) } }
    }
    return NameIndex(names)
  }()

  private static let aliases: KeyValuePairs = [
    "font-width": "font-stretch", "word-wrap": "overflow-wrap", "grid-gap": "gap", "grid-row-gap": "row-gap",
    "grid-column-gap": "column-gap",
    "masonry-direction": "grid-lanes-direction", "item-tolerance": "flow-tolerance",
    "-webkit-margin-before": "margin-block-start", "-webkit-margin-after": "margin-block-end",
    "-webkit-margin-start": "margin-inline-start", "-webkit-margin-end": "margin-inline-end",
    "-webkit-padding-start": "padding-inline-start", "-webkit-padding-end": "padding-inline-end",
    "-webkit-mask-box-image-source": "mask-border-source",
    "-webkit-mask-box-image-slice": "mask-border-slice", "-webkit-mask-box-image-width": "mask-border-width",
    "-webkit-mask-box-image-outset": "mask-border-outset", "-webkit-mask-box-image-repeat": "mask-border-repeat",
    "-webkit-mask-position-x": "mask-position-x", "-webkit-mask-position-y": "mask-position-y",
  ]

  /// Properties that are accepted with a vendor prefix.
  private static let prefixed: Set<String> = [
    "align-content", "align-items", "align-self", "appearance", "backface-visibility", "background-clip",
    "background-origin", "background-size",
    "border-radius", "box-decoration-break", "box-shadow", "box-sizing", "clip-path", "column-count", "column-fill",
    "column-gap", "column-rule", "column-rule-color", "column-rule-style", "column-rule-width", "column-span",
    "column-width", "columns", "filter", "flex", "flex-basis", "flex-direction", "flex-flow", "flex-grow",
    "flex-shrink",
    "flex-wrap", "font-feature-settings", "hyphens", "initial-letter", "justify-content", "mask",
    "mask-clip", "mask-composite", "mask-image", "mask-origin", "mask-position", "mask-repeat", "mask-size", "order",
    "tab-size",
    "text-align-last",
    "text-decoration", "text-emphasis", "text-emphasis-color", "text-emphasis-position", "text-emphasis-style",
    "transform", "transform-origin",
  ]

  var shorthand: Shorthand? { if case .shorthand(let shorthand) = self { shorthand } else { nil } }

  var longhands: [Property] {
    switch self {
    case .longhand(let property): [property]
    case .shorthand(let shorthand): shorthand.longhands
    }
  }

  var isPageOnly: Bool { if case .longhand(let property) = self { property.isPageOnly } else { false } }
}

/// Properties without effect on paged media, and those of one program; they are ignored without a warning.
enum InertProperties {
  /// - Parameter name: in lower case.
  static func contains(_ name: String) -> Bool {
    names.contains(name) || isOfOneProgram(name)
      || screenFamilies.contains { name.hasPrefix($0) }
  }

  /// Whether a name is one that only one program knows.
  static func isOfOneProgram(_ name: String) -> Bool { prefixes.contains { name.hasPrefix($0) } }

  /// Families of properties for screens.
  private static let screenFamilies = [
    "animation-", "overscroll-behavior", "scroll-", "transition-", "view-transition-",
  ]

  /// The prefixes of properties that only one program knows: browsers, and Microsoft Office, which writes dozens of
  /// them into each paragraph. Old versions of Internet Explorer read names after an underscore.
  private static let prefixes = ["-webkit-", "-moz-", "-ms-", "-o-", "-khtml-", "-apple-", "mso-", "_"]

  private static let names: Set<String> = Set(
    """
    all-scroll animation caret-color color-scheme color-adjust cursor outline-radius perspective perspective-origin \
    pointer-events print-color-adjust resize scrollbar-color scrollbar-gutter scrollbar-width speak text-rendering \
    text-size-adjust touch-action transform-style transition user-select font-smooth font-display \
    font-synthesis shape-image-threshold overflow-anchor font-palette image-orientation text-decoration-skip \
    text-decoration-skip-ink text-justify behavior language layout-flow layout-grid layout-grid-char layout-grid-line \
    layout-grid-mode layout-grid-type punctuation-wrap tab-interval tab-stops text-line-through text-underline
    """.split(separator: " ").map(String.init))
}
