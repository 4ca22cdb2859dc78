import Style

/// The properties of a style that painting needs for every fragment, computed once per style.
struct StyleTraits {
  struct Flags: OptionSet {
    var rawValue: UInt32
    static let positioned = Flags(rawValue: 1)
    static let absolute = Flags(rawValue: 2)
    static let fixed = Flags(rawValue: 4)
    static let floating = Flags(rawValue: 8)
    /// Forms a stacking context: opacity, transform, fixed and sticky positions.
    static let stacking = Flags(rawValue: 16)
    static let hasZIndex = Flags(rawValue: 32)
    static let atomicInline = Flags(rawValue: 64)
    static let inlineLevel = Flags(rawValue: 128)
    static let flexContainer = Flags(rawValue: 256)
    static let clips = Flags(rawValue: 512)
    static let transformed = Flags(rawValue: 1024)
    static let hidden = Flags(rawValue: 2048)
    static let outlined = Flags(rawValue: 4096)
    /// Has a background, border or shadow to draw.
    static let decorated = Flags(rawValue: 8192)
    static let translucent = Flags(rawValue: 16384)
    static let table = Flags(rawValue: 32768)
    /// Has a `clip-path`, a filter, a mask or a blend mode.
    static let composited = Flags(rawValue: 65536)
    /// Has images that are positioned on the whole box even if it is broken.
    static let sliced = Flags(rawValue: 131072)
    static let shadowed = Flags(rawValue: 262144)
    /// Is blended with what is below it.
    static let blended = Flags(rawValue: 524288)
  }
  var flags: Flags = []
  /// The colour that fills the glyphs of the text, and whether it has decoration lines.
  var color = Color.black
  /// The line along the outlines of the glyphs.
  var stroke: GlyphStroke?
  var hasDecorations = false
  var zIndex: Int32 = 0

  init(_ style: borrowing ComputedStyle) {
    let paint = style.text.glyphPaint
    color = paint.fill ?? style.text.color
    let strokeColor = paint.stroke ?? style.text.color
    if paint.strokeWidth > 0, paint.strokeWidth.isFinite, strokeColor.alpha > 0 {
      stroke = GlyphStroke(color: strokeColor, width: paint.strokeWidth)
    }
    hasDecorations = !style.text.decorations.isEmpty
    flags = Flags(style.box.position).union(Flags(style.box.display))
    if style.box.float == .left || style.box.float == .right, !flags.contains(.absolute) { flags.insert(.floating) }
    if let index = style.box.zIndex {
      flags.insert(.hasZIndex)
      zIndex = index
    }
    if style.box.overflow != .visible, Self.mayClip(style.box.display) { flags.insert(.clips) }
    if !style.paint.transforms.isEmpty { flags.formUnion([.transformed, .stacking]) }
    if style.paint.opacity < 1 { flags.formUnion([.translucent, .stacking]) }
    let isClipped = style.paint.clipPath != nil || style.paint.clip != nil && flags.contains(.absolute)
    if isClipped || style.paint.blendMode != nil || style.paint.hasGroupEffects {
      flags.formUnion([.composited, .stacking])
    }
    if style.paint.blendMode != nil { flags.insert(.blended) }
    if style.paint.isIsolated || style.paint.willChange.contains(.stacks)
      || !style.box.containment.isDisjoint(with: [.layout, .paint])
    {
      flags.insert(.stacking)
    }
    if !style.text.shadows.isEmpty { flags.insert(.shadowed) }
    if style.text.visibility != .visible { flags.insert(.hidden) }
    if style.paint.outlineWidth > 0, style.paint.outlineStyle != .none, style.paint.outlineStyle != .hidden {
      flags.insert(.outlined)
    }
    if style.paint.hasBackground || !style.paint.boxShadows.isEmpty || style.box.borderWidth != Sides(0) {
      flags.insert(.decorated)
    }
    let hasImages = style.paint.borderImage != nil || style.paint.backgroundLayers.contains { $0.image != .none }
    if hasImages { flags.insert(.decorated) }
    if hasImages || !style.paint.masks.isEmpty, !style.box.cloneDecoration { flags.insert(.sliced) }
  }

  /// How far the stroke of glyphs extends beyond their outlines, px.
  var strokeReach: Double { (stroke?.width ?? 0) / 2 * GlyphStroke.miterLimit }

  /// `overflow` applies to block, flex and grid containers (css-overflow-3 §3.1); here also to tables and replaced
  /// elements.
  private static func mayClip(_ display: BoxStyle.Display) -> Bool {
    switch display {
    case .block, .flowRoot, .listItem, .inlineBlock, .inlineBlockListItem, .table, .inlineTable, .tableCell,
      .tableCaption, .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes:
      true
    default: false
    }
  }
}

extension StyleTraits.Flags {
  fileprivate init(_ position: BoxStyle.Position) {
    switch position {
    case .static, .running: self = []
    case .relative: self = .positioned
    case .absolute: self = [.positioned, .absolute]
    case .fixed: self = [.positioned, .absolute, .fixed, .stacking]
    case .sticky: self = [.positioned, .stacking]
    }
  }

  fileprivate init(_ display: BoxStyle.Display) {
    switch display {
    case .inlineBlock: self = [.atomicInline, .inlineLevel]
    case .inlineTable: self = [.atomicInline, .inlineLevel, .table]
    case .table: self = .table
    case .inlineFlex, .inlineGrid, .inlineGridLanes: self = [.atomicInline, .inlineLevel, .flexContainer]
    case .flex, .grid, .gridLanes: self = .flexContainer
    case .inline, .inlineListItem: self = .inlineLevel
    default: self = []
    }
  }
}
