/// One layer of `mask` (css-masking-1 §5).
package struct MaskLayer: Hashable, Sendable {
  /// How the layer is combined with the layers below it.
  package enum Composite: String, Hashable, Sendable { case add, subtract, intersect, exclude }
  /// Image, position and areas are those of a background layer.
  package var layer: BackgroundLayer
  package var composite = Composite.add
  /// Whether the luminance of the image is the mask, not its alpha.
  package var isLuminance = false
  /// It is false for `mask-clip: no-clip`.
  package var isClipped = true
  package init(layer: BackgroundLayer) { self.layer = layer }

  /// A layer that shows what an element of the document shows: a `mask` or a `clipPath`, by its address.
  package init(element address: String, isClipped: Bool) {
    layer = BackgroundLayer(image: .url(address))
    layer.origin = .borderBox
    layer.repetition = Pair(.noRepeat, .noRepeat)
    self.isClipped = isClipped
  }

  /// The address of a `mask` element of the document; nil for an image.
  package var element: String? {
    if case .url(let address) = layer.image, address.hasPrefix("#") { address } else { nil }
  }
}

/// `mask-border` (css-masking-1 §8), by `mask-border-mode`. Indirect because it is large and rare.
package indirect enum MaskBorder: Hashable, Sendable {
  case alpha(BorderImage)
  case luminance(BorderImage)

  package var image: BorderImage {
    switch self {
    case .alpha(let image), .luminance(let image): image
    }
  }
  package var isLuminance: Bool { if case .luminance = self { true } else { false } }
}
