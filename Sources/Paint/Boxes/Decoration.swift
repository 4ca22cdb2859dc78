import Layout
import Resources
import Style

/// Paints shadows, background and border of a box.
struct DecorationPainter {
  let canvas: any Canvas
  let pictures: PictureCache
  /// The positioning area of `background-attachment: fixed`, in the coordinates of the box's background; nil if
  /// `fixed` has no effect, so that the positioning area is that of the box.
  let page: Rect?
  /// The gap in the border for a legend.
  let gap: Rect?
  /// Adds the outlines of the text in the box to the canvas's path; nil if no background is clipped to text.
  let addText: (() -> Void)?

  /// - Parameters:
  ///   - fragment: the box; of a broken box the whole.
  ///   - styles: the document's styles; passed to read the fragment's style without a copy.
  func paint(_ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>) {
    let style = Int(fragment.style.index)
    let geometry = BoxGeometry(fragment, styles)
    var shadows = styles[style].paint.boxShadows
    if !shadows.isEmpty { shadows = Array(shadows.prefix(pictures.layerBudget.take(shadows.count))) }
    let shadowPainter = ShadowPainter(
      canvas: canvas, masks: pictures.masks, border: geometry.border, padding: geometry.padding, edges: fragment.edges)
    if !shadows.isEmpty { shadowPainter.paintOuter(shadows) }
    if styles[style].paint.hasBackground {
      paintBackground(geometry, fragment, styles, style)
    }
    if !shadows.isEmpty { shadowPainter.paintInner(shadows) }
    if case .collapsedBox = fragment.content { return }
    guard let gap else { return paintBorder(geometry, styles, style) }
    canvas.isolated {
      canvas.add(Rect(x: -1e5, y: -1e5, width: 2e5, height: 2e5))
      canvas.add(gap)
      canvas.clip(rule: .evenOdd)
      paintBorder(geometry, styles, style)
    }
  }

  private func paintBackground(
    _ geometry: BoxGeometry, _ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>, _ style: Int
  ) {
    let content = geometry.content(fragment, styles)
    let layers = styles[style].paint.backgroundLayers
    let turn = layers.isEmpty || addText != nil ? nil : styles[style].text.vertical.turn
    guard let turn else {
      return BackgroundPainter(
        canvas: canvas, pictures: pictures, border: geometry.border, padding: geometry.padding, content: content,
        uncovered: uncoveredArea(geometry, fragment, styles, style), page: page, addText: addText,
        paintBorder: borderArea(geometry, styles, style),
        images: styles[style].text.images
      ).paint(color: styles[style].paint.backgroundColor, layers: layers)
    }
    // In vertical text, images have the orientation of the page.
    canvas.isolated(undoing: turn) {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: turn.onPage(geometry.border),
        padding: turn.onPage(geometry.padding), content: turn.onPage(content), page: page,
        images: styles[style].text.images
      ).paint(color: styles[style].paint.backgroundColor, layers: layers)
    }
  }

  /// The border box, less half of the border at sides where the border hides the background, also at its corners.
  private func uncoveredArea(
    _ geometry: BoxGeometry, _ fragment: Fragment, _ styles: ContiguousArray<ComputedStyle>, _ style: Int
  ) -> RoundedRect? {
    guard geometry.borderWidth != Sides(0), styles[style].paint.borderImage == nil, gap == nil else { return nil }
    if case .collapsedBox = fragment.content { return nil }
    let (widths, lines, colors) = (
      geometry.borderWidth, styles[style].box.borderStyle, styles[style].paintedBorderColors
    )
    func isHidden(_ side: Side) -> Bool { widths[side] == 0 || lines[side].isOpaque && colors[side].alpha == 1 }
    let isHiddenAcross = isHidden(.left) && isHidden(.right)
    let isHiddenDown = isHidden(.top) && isHidden(.bottom)
    func inset(_ side: Side) -> Double {
      let isHiddenBeside = side == .top || side == .bottom ? isHiddenAcross : isHiddenDown
      return isHidden(side) && isHiddenBeside ? widths[side] / 2 : 0
    }
    // A light background beside a darker border cannot be seen, and files with equal paths are smaller.
    let background = styles[style].paint.backgroundColor
    guard
      !styles[style].paint.backgroundLayers.isEmpty
        || Side.allCases.contains(where: { colors[$0].lightness > background.lightness + 0.1 })
    else { return nil }
    let insets = Sides(top: inset(.top), right: inset(.right), bottom: inset(.bottom), left: inset(.left))
    return insets == Sides(0) ? nil : geometry.border.inset(by: insets)
  }

  /// Paints the border in black, if a background is clipped to it.
  private func borderArea(
    _ geometry: BoxGeometry, _ styles: ContiguousArray<ComputedStyle>, _ style: Int
  ) -> ((any Canvas) -> Void)? {
    guard styles[style].paint.backgroundLayers.contains(where: { $0.clip == .borderArea }) else { return nil }
    let lines = styles[style].box.borderStyle
    return { canvas in
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth, styles: lines, colors: Sides(.black)
      ).paint()
    }
  }

  private func paintBorder(_ geometry: BoxGeometry, _ styles: ContiguousArray<ComputedStyle>, _ style: Int) {
    if let image = styles[style].paint.borderImage,
      let painter = BorderImagePainter(
        image, images: styles[style].text.images, canvas: canvas, pictures: pictures, border: geometry.border,
        widths: geometry.borderWidth, turn: styles[style].text.vertical.turn)
    {
      painter.paint()
    } else if geometry.borderWidth != Sides(0) {
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth, styles: styles[style].box.borderStyle,
        colors: styles[style].paintedBorderColors
      ).paint()
    }
  }
}

extension FieldsetBorder {
  /// The box of a fieldset's border, background and shadows.
  func box(of fragment: Fragment) -> Fragment {
    var box = fragment
    box.content = .box
    if !isAtBottom { box.frame.y += top }
    box.frame.height = max(0, box.frame.height - top)
    return box
  }

  /// The gap in the border: the legend's width, from the border's outer to its inner edge.
  func gap(of fragment: Fragment) -> Rect {
    Rect(
      x: fragment.frame.x + gapStart, y: isAtBottom ? fragment.frame.maxY - space : fragment.frame.y, width: gapWidth,
      height: space)
  }
}

extension Color {
  /// The weighted sum of the components (Rec. 709), in 0...1.
  fileprivate var lightness: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

extension BorderStyle {
  /// Nothing is visible through a border of an opaque color.
  fileprivate var isOpaque: Bool {
    switch self {
    case .solid, .groove, .ridge, .inset, .outset: true
    case .none, .hidden, .dotted, .dashed, .double: false
    }
  }
}
