import Layout
import Markup

/// An SVG image that consists of shapes, text and gradients, as charts do, drawn by the operations of this module.
///
/// librsvg draws all other images; it takes much longer to read an image and to lay out its text. An image is read here
/// only if everything in it is supported, so that no image loses anything.
struct SVGDrawing {
  enum Operation {
    case beginGroup(transform: AffineTransform, opacity: Double, clip: Clip?)
    case endGroup(opacity: Double)
    case beginViewport(SVGViewport)
    case endViewport
    case shape(SVGPath, SVGStyle)
    case text(SVGText)
  }

  struct Clip {
    let path: SVGPath
    let rule: FillRule
  }

  var operations: [Operation] = []
  var gradients: [String: SVGGradient] = [:]
  var viewBox: Rect?
  var alignment = SVGAlignment()
  /// The work for all elements, and for those that are drawn for references (`SVGWork`).
  var work = 0.0
  var repeatedWork = 0.0
}

extension SVGDrawing {
  /// Nil if the file is not well-formed or has anything that is not supported.
  init?(_ file: [UInt8]) {
    var limits = Document.Limits()
    limits.bytes = SVGReader.maximumBytes
    limits.depth = SVGReader.maximumDepth
    guard let markup = try? Document.parse(xml: file, limits: limits), !markup.documentElement.isNone else {
      return nil
    }
    let reader = SVGReader(SVGDocument(markup), markup.documentElement)
    guard reader.read(SVGStyle()) else { return nil }
    self = reader.drawing
  }

  /// Nil if the element has anything that is not supported.
  /// - Parameter document: that of the element.
  init?(_ element: InlineSVG, _ document: SVGDocument) {
    var style = SVGStyle()
    style.color = element.color
    if let font = element.font {
      style.font.families = font.families
      style.font.size = font.size
      style.font.weight = font.weight
      style.font.slant = font.slant == .normal ? .normal : .italic
    }
    var document = document
    document.declarations = element.declarations.mapValues { SVGValue(ContiguousArray($0.utf8), 0..<$0.utf8.count) }
    let reader = SVGReader(document, element.root, definitions: element.definitions, isBox: true)
    guard reader.read(style) else { return nil }
    self = reader.drawing
  }
}
