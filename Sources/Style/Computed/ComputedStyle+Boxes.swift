/// The styles of boxes to which fewer properties apply.
extension ComputedStyle {
  /// Resets the properties that do not apply to the footnote area (css-gcpm-3 §2.6).
  mutating func keepFootnoteAreaProperties() {
    let initial = BoxStyle()
    box.display = .flowRoot
    box.originalDisplay = .block
    box.containerDisplay = nil
    if box.position != .relative { box.position = .static }
    box.float = .none
    box.clear = .none
    box.pageName = nil
    box.breakBefore = initial.breakBefore
    box.breakAfter = initial.breakAfter
    box.breakInside = initial.breakInside
    item = ItemStyle()
    content = ContentStyle()
  }

  /// The declarations of the user agent's style sheet for `::marker`. Decorations do not propagate to markers outside
  /// the lines.
  package mutating func keepMarkerDefaults() {
    text.unicodeBidi = .isolate
    text.whiteSpace = .pre
    text.textTransform = []
    text.fontVariants.numeric = [.tabularNums]
    text.font.features = text.fontVariants.features
    if !text.listStyleInside { text.decorations = [] }
  }

  /// Resets the properties that do not apply to margin boxes (css-page-3 appendix A), and makes the box a stacking
  /// context: margin boxes are stacked by `z-index`, with the content of the document at 0 (§4.3).
  mutating func keepMarginBoxProperties() {
    let initial = BoxStyle()
    box.display = .block
    box.originalDisplay = .block
    box.containerDisplay = nil
    box.position = .relative
    box.inset = initial.inset
    box.float = .none
    box.clear = .none
    box.breakBefore = .auto
    box.breakAfter = .auto
    box.breakInside = .auto
    box.pageName = nil
    box.aspectRatio = nil
    box.zIndex = box.zIndex ?? 0
    paint.clipPath = nil
    text.orphans = 1
    text.widows = 1
    item = ItemStyle()
    content.bookmarkLevel = nil
    content.stringSet = []
  }
}
