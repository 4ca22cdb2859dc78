import Layout
import Style

/// Contexts that are painted as a whole (css-transforms-1 §3, compositing-1 §2, css-masking-1).
extension PagePainter {
  /// Paints a context that is transformed, or that is composited as a group with opacity or a blend mode.
  func paintGroup(_ context: PaintOrder.Context, _ root: Fragment, _ style: PaintStyle, isTranslucent: Bool) {
    let transform = AffineTransform(of: document.styles[Int(root.style.index)], frame: root.frame)
    let opacity = Double(style.opacity) * (style.filters.trailingOpacity ?? 1)
    guard canvas.canApply(transform), opacity > 0 else { return }
    text.flush()
    setClip(context.clip)
    let (outerBase, outerToPage) = (clipBase, toPage)
    clipBase = clips.count
    if !style.transforms.isEmpty {
      toPage = style.isQuarterTurn ? toPage?.concatenating(transform) : nil
    }
    canvas.save()
    if transform != .identity { canvas.transform(transform) }
    let outline = clip(to: root, style)
    // A group has units of its own.
    let resolution = canvas.isVector ? canvas.greatestScale / 72 * 300 : canvas.greatestScale
    let border = canvas.isInvisible ? nil : maskBorder(root, style)
    let mask = canvas.isInvisible ? nil : mask(context.root, style)
    let isGroup =
      isTranslucent || style.blendMode != nil || style.hasGroupEffects || outline != nil || mask != nil
      || context.isIsolated
    if isGroup {
      // The content of a group is tagged as a whole.
      if tags?.isOpen(for: context.root) == false { tags?.begin(context.root) }
      tags?.beginGroup()
      canvas.beginGroup()
    }
    if outline != nil { canvas.beginGroup() }
    if border != nil { canvas.beginGroup() }
    if mask != nil { canvas.beginGroup() }
    paintContents(of: context, root, style.filters, resolution: resolution)
    mask?.endGroup(canvas)
    if let border { canvas.endGroup(maskIsLuminance: border.isLuminance) { border.painter.on($0).paint() } }
    if let outline {
      canvas.endGroup(maskIsLuminance: false) { mask in
        mask.isolated(undoing: turn(of: root)) { outline.path.paint(at: outline.origin, on: mask) }
      }
    }
    if isGroup {
      canvas.endGroup(opacity: opacity, style.blendMode)
      tags?.endGroup()
    }
    canvas.restore()
    (clipBase, toPage) = (outerBase, outerToPage)
  }

  /// Paints the contents of a group with its filters.
  private func paintContents(
    of context: PaintOrder.Context, _ root: Fragment, _ filters: [FilterFunction], resolution: Double
  ) {
    guard !filters.isEmpty, !canvas.isInvisible else { return paintContents(of: context) }
    let turn = turn(of: root)
    canvas.isolated(undoing: turn) {
      paintFiltered(filters, of: context.root, resolution: resolution) { painter in
        painter.canvas.isolated(undoing: turn?.inverse) { painter.paintContents(of: context) }
      }
    }
  }

  /// Paints a context as a group.
  func paintContents(of context: PaintOrder.Context) {
    paint(context)
    text.flush()
    while clips.count > clipBase { popClip() }
  }
}

extension Fragment.Content {
  /// Whether it is the sheet or the document on it.
  var isCanvas: Bool { if case .canvas = self { true } else { false } }
}
