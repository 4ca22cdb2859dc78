import Layout
import Style
import TextShaping

/// The drawing operations of painting. Units are px, with y downwards.
///
/// There are two canvases: `RasterCanvas` draws pixels with Cairo, `PDFCanvas` writes the content of PDF pages.
protocol Canvas: AnyObject {
  /// Whether the output keeps vectors and encoded images, as PDF does, instead of pixels.
  var isVector: Bool { get }
  /// The transform from px to units of the output.
  var matrix: AffineTransform { get }
  /// The box around the clip, px.
  var visibleBox: Rect { get }
  /// Whether nothing can be drawn, because the clip leaves nothing of the page.
  var isClippedOut: Bool { get }

  // MARK: State

  func save()
  func restore()
  func transform(_ matrix: AffineTransform)
  /// Begins a transparency group, which lasts until `endGroup`.
  func beginGroup()
  func endGroup(opacity: Double, _ blend: BlendMode?)
  /// Ends a group, which is painted through a mask.
  /// - Parameter isLuminance: whether the mask is the luminance of what `draw` paints, times its alpha; otherwise its
  ///   alpha.
  func endGroup(maskIsLuminance isLuminance: Bool, draw: (any Canvas) -> Void)

  // MARK: Paths

  func add(_ rect: Rect)
  func move(to point: Point)
  func line(to point: Point)
  func curve(_ control1: Point, _ control2: Point, to end: Point)
  func closePath()
  func clearPath()
  /// The bounding box of the path.
  var pathExtents: Rect { get }
  /// Intersects the clip with the path, and clears the path. `restore` undoes it.
  func clip(rule: FillRule)

  // MARK: Painting

  func setColor(_ color: Color)
  func setGradient(_ gradient: Gradient)
  /// Fills the path with the current source. The path is cleared unless `keepsPath`.
  func fillWithSource(rule: FillRule, keepsPath: Bool)
  /// Fills the path with patches, and clears it.
  func fill(_ patches: [GradientPatch])
  /// Strokes the path with the current source, and clears it.
  func strokeWithSource(_ stroke: Stroke)
  /// Fills an area with equal tiles.
  /// - Parameters:
  ///   - tile: one of the tiles.
  ///   - step: the distance between the origins of neighbouring tiles.
  ///   - draw: draws a tile on a canvas.
  func fill(_ area: Rect, tile: Rect, step: Size, draw: (Rect, any Canvas) -> Void)

  // MARK: Text and pictures

  /// Paints glyphs in the current colour.
  /// - Parameter hasText: whether search finds the text of the glyphs.
  func show(_ batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache, hasText: Bool)
  /// Shows the text that `draw` paints so that search finds it, but nothing is seen. Nothing else is painted.
  func showInvisibly(_ draw: () -> Void)
  /// Whether this is going on.
  var isInvisible: Bool { get }
  /// Adds the outlines of glyphs to the path.
  func addPath(of batch: borrowing GlyphBatch, _ face: FaceID, _ fonts: FaceCache)
  /// Draws an image into the unit square.
  func draw(_ picture: RasterPicture)
  func draw(_ picture: VectorPicture, in rect: Rect)
  /// Draws content that may be drawn in several places with the same size.
  func draw(_ form: PictureForm, in rect: Rect, draw: (Rect, any Canvas) -> Void)
  /// Paints the current colour through a mask whose pixels are the units of the canvas.
  func paint(_ mask: AlphaMask)
  /// Makes an area a link of the page. Has no effect on pixels.
  func addLink(_ area: Rect, _ link: SVGLink)
}

enum FillRule { case winding, evenOdd }

struct Stroke: Equatable {
  enum Cap: String { case butt, round, square }
  enum Join: String { case miter, round, bevel }
  var width: Double
  /// Alternating lengths of dashes and gaps; empty for a solid line.
  var dashes: [Double] = []
  var dashOffset = 0.0
  var cap = Cap.butt
  var join = Join.miter
  var miterLimit = 10.0
}

extension Canvas {
  /// Calls `draw` and restores the previous state.
  func isolated(_ draw: () -> Void) {
    save()
    draw()
    restore()
  }

  /// Whether anything drawn with the transform would have an area. Nested transforms can be singular together although
  /// none is alone, and Cairo would then fail for the whole page.
  func canApply(_ transform: AffineTransform) -> Bool {
    transform.isInvertible && matrix.concatenating(transform).isInvertible
  }

  func addLink(_ area: Rect, _ link: SVGLink) {}
  func endGroup(opacity: Double) { endGroup(opacity: opacity, nil) }
  func clip() { clip(rule: .winding) }
  func fillWithSource(rule: FillRule = .winding) { fillWithSource(rule: rule, keepsPath: false) }

  func add(polygon points: [Point]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
    closePath()
  }

  /// Fills the path and clears it.
  func fill(_ color: Color, rule: FillRule = .winding) {
    setColor(color)
    fillWithSource(rule: rule)
  }

  func fill(_ rect: Rect, _ color: Color) {
    guard rect.width > 0, rect.height > 0 else { return }
    add(rect)
    fill(color)
  }

  /// Strokes the path and clears it.
  func stroke(_ color: Color, _ stroke: Stroke) {
    setColor(color)
    strokeWithSource(stroke)
  }

  /// Whether the current transform leaves a font at a size that can be drawn. FreeType fails for larger ones, and a
  /// font of pictures for sizes that cannot be seen.
  func canShow(_ size: Double) -> Bool {
    let scale = matrix
    let least = min(max(abs(scale.a), abs(scale.b)), max(abs(scale.c), abs(scale.d)))
    return size * least >= 0.01 && size * greatestScale < 20_000
  }

  /// The largest number of units of the output per px in any direction.
  var greatestScale: Double {
    let scale = matrix
    return max(abs(scale.a), abs(scale.b), abs(scale.c), abs(scale.d))
  }
}

/// Clamps coordinates to Cairo's range of 24.8 fixed point, beyond which they would wrap around. No page is that large.
private let farthest = 1e6

/// A coordinate within ±1,000,000.
func bounded(_ value: Double) -> Double {
  // A NaN fails every comparison and becomes 0.
  value > -farthest ? (value < farthest ? value : farthest) : (value <= -farthest ? -farthest : 0)
}
