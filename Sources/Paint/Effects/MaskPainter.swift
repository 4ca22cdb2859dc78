import Layout
import Style

/// Masks a group with images (css-masking-1 §5).
struct MaskPainter {
  let layers: [MaskLayer]
  let border: RoundedRect
  let padding: RoundedRect
  let content: RoundedRect
  let pictures: PictureCache
  let images: TextStyle.Images
  /// That of the text in the box.
  let turn: BoxTurn?

  /// Ends the group and paints it through the mask.
  func endGroup(_ canvas: any Canvas) {
    if layers.count == 1, let layer = layers.first {
      canvas.endGroup(maskIsLuminance: layer.isLuminance) { paint(layer, on: $0) }
    } else if layers.allSatisfy({ $0.composite == .add && !$0.isLuminance }) {
      canvas.endGroup(maskIsLuminance: false) { canvas in
        for layer in layers.reversed() { paint(layer, on: canvas) }
      }
    } else {
      canvas.endGroup(maskIsLuminance: true) { paintCombined(on: $0) }
    }
  }

  /// Paints the layers as levels of grey: white shows the content, black hides it. The lowest layer is combined with
  /// nothing.
  private func paintCombined(on canvas: any Canvas) {
    let area = canvas.visibleBox
    canvas.fill(area, .black)
    for (index, layer) in layers.enumerated().reversed() {
      switch index == layers.count - 1 ? .add : layer.composite {
      case .add: cover(layer, .white, on: canvas)
      case .exclude: cover(layer, .white, on: canvas, blend: .exclusion)
      case .intersect: hideUncovered(layer, on: canvas)
      case .subtract:
        canvas.beginGroup()
        canvas.fill(area, .white)
        canvas.endGroup(opacity: 1, .difference)
        hideUncovered(layer, on: canvas)
      }
    }
  }

  /// Paints a colour where the layer covers.
  private func cover(_ layer: MaskLayer, _ color: Color, on canvas: any Canvas, blend: BlendMode? = nil) {
    canvas.beginGroup()
    canvas.beginGroup()
    canvas.fill(canvas.visibleBox, color)
    canvas.endGroup(maskIsLuminance: layer.isLuminance) { paint(layer, on: $0) }
    canvas.endGroup(opacity: 1, blend)
  }

  /// Paints black where the layer does not cover.
  private func hideUncovered(_ layer: MaskLayer, on canvas: any Canvas) {
    canvas.beginGroup()
    canvas.fill(canvas.visibleBox, .black)
    canvas.endGroup(maskIsLuminance: true) { mask in
      mask.fill(mask.visibleBox, .white)
      cover(layer, .black, on: mask)
    }
  }

  private func paint(_ layer: MaskLayer, on canvas: any Canvas) {
    func onPage(_ shape: RoundedRect) -> RoundedRect { turn?.onPage(shape) ?? shape }
    canvas.isolated(undoing: turn) {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: onPage(border), padding: onPage(padding), content: onPage(content),
        area: layer.isClipped ? nil : RoundedRect(canvas.visibleBox), images: images
      ).paint(color: .transparent, layers: [layer.layer])
    }
  }
}
