import Layout
import Markup
import Style

/// An SVG image that consists of shapes, text and gradients, as charts do, drawn by the operations of this module.
///
/// librsvg draws all other images; it takes much longer to read an image and to lay out its text. An image is read here
/// only if everything in it is supported, so that no image loses anything.
struct SVGDrawing {
  indirect enum Operation {
    case beginGroup(Group)
    case endGroup
    case beginViewport(SVGViewport)
    case endViewport
    case shape(SVGPath, SVGStyle)
    case text(SVGText)
    case image(SVGImage)
  }

  /// Content that has properties together.
  struct Group {
    var transform = AffineTransform.identity
    /// The origin of the transform in the box around the content.
    var origin: SVGOrigin?
    var opacity = 1.0
    var clip: Clip?
    var clipShape: SVGClipShape?
    /// It is not part of the box around the content of the groups around it.
    var isMarker = false
    var masks: [SVGMask] = []
    var filter: SVGFilter?
    var blend: BlendMode?
    var isIsolated = false
    /// Where the content leads.
    var link: SVGLink?
  }

  struct Clip {
    let path: SVGPath
    let rule: FillRule
    var transform = AffineTransform.identity
    /// The coordinates are fractions of the box around the content.
    var usesBox = false
  }

  /// The background of the root element of a file, which fills the area of the drawing.
  var background: Color?
  var operations: [Operation] = []
  var gradients: [String: SVGGradient] = [:]
  var patterns: [String: SVGPattern] = [:]
  var viewBox: Rect?
  var alignment = SVGAlignment()
  /// The work for all elements, and for those that are drawn for references (`SVGWork`).
  var work = 0.0
  var repeatedWork = 0.0
  /// Whether it shows boxes of the page, so that it cannot be drawn elsewhere.
  var hasBoxes = false
  /// Whether it has links, each of which is a place of the page.
  var hasLinks = false
  /// Whether it has HTML that is not shown.
  var lacksBoxes = false
  /// The first address of another file that a file refers to and does not show.
  var externalImage: String?
}

extension SVGDrawing {
  /// Makes it one group: its content is not blended with the page (SVG 2 §3.5).
  mutating func isolate() {
    operations = [.beginGroup(Group(isIsolated: true))] + operations + [.endGroup]
  }

  /// Fails if the file is not well-formed or has anything that is not supported.
  /// - Parameters:
  ///   - size: that of an image without a view box.
  ///   - fonts: the fonts to which lengths refer.
  init?(_ file: [UInt8], size: Size? = nil, fonts: FaceCache? = nil) {
    guard let reader = SVGReader(file: file, size: size) else { return nil }
    let units = SVGUnits(viewport: size) { fonts?.metrics($0) }
    guard reader.read(SVGStyle(units)) else { return nil }
    self = reader.drawing
  }

  /// Fails if the element has anything that is not supported.
  /// - Parameters:
  ///   - document: that of the element.
  ///   - size: of the box of the element.
  ///   - fonts: the fonts to which lengths refer.
  init?(_ element: InlineSVG, _ document: SVGDocument, size: Size? = nil, fonts: FaceCache? = nil) {
    var style = SVGStyle(
      SVGUnits(
        viewport: element.units?.viewport, rootFontSize: element.units?.rootFontSize ?? 16,
        lineHeight: element.units?.lineHeight
      ) { fonts?.metrics($0) })
    style.color = element.color
    if let font = element.font {
      style.text.font.families = font.families
      style.text.font.size = font.size
      style.text.font.weight = font.weight
      style.text.font.slant = font.slant == .normal ? .normal : .italic
    }
    let document =
      element.declarations.isEmpty && element.clipPaths.isEmpty
      ? document : SVGDocument(document, declarations: element.declarations, clipPaths: element.clipPaths)
    let reader = SVGReader(document, element.root, definitions: element.definitions, size: size, isBox: true)
    reader.images = element.images
    guard reader.read(style) else { return nil }
    self = reader.drawing
  }
}
