import Markup
import Resources
import Style

/// A `mask` or `clipPath` element of an HTML document to which boxes refer, as an image of any size: white where the
/// element shows the content of a box that has the size of the image (css-masking-1 §5, §7).
struct SVGEffect: DocumentDrawing {
  let document: Document
  let element: NodeID
  let id: String
  /// The elements outside it whose content its references draw.
  let definitions: [NodeID]
  /// What style sheets set on the elements, as declarations of a `style` attribute.
  let declarations: [NodeID: String]

  /// Fails if the element is not a mask or a clipping path.
  init?(
    _ document: Document, _ element: NodeID, id: String, definitions: [NodeID], declarations: [NodeID: String]
  ) {
    guard document[element].namespace == .svg, ["mask", "clipPath"].contains(document.name(element)),
      id.utf8.allSatisfy(Self.isPlain)
    else { return nil }
    (self.document, self.element, self.id) = (document, element, id)
    (self.definitions, self.declarations) = (definitions, declarations)
  }

  /// A clipping path also shows what overflows the box.
  var isClipped: Bool { document.name(element) == "mask" }

  var info: ImageInfo { ImageInfo(viewBox: nil) }

  var file: [UInt8] {
    var writer = SVGFileWriter(declarations)
    writer.begin()
    writer.write(">")
    writer.writeDefinitions(definitions + [element], document)
    // The stroke does not belong to the bounding box, to which units refer.
    let effect = isClipped ? "mask" : "stroke=\"#fff\" stroke-width=\"20000\" clip-path"
    writer.write("<rect width=\"100%\" height=\"100%\" fill=\"#fff\" \(effect)=\"url(#\(id))\"/></svg>")
    return writer.file
  }

  /// Whether a byte needs no escape in `url()`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }
}

extension BoxTreeBuilder {
  /// The most bytes of all masks and clipping paths, each of which is a file with the elements to which it refers.
  private static let mostEffectBytes = 4 << 20

  /// Adds the masks, clipping paths and filters of the document to which styles refer to its images.
  mutating func addEffects() {
    var remaining = Self.mostEffectBytes
    for address in document.styles.reduce(into: Set<String>(), { $0.formUnion($1.paint.effectAddresses) }).sorted() {
      let id = String(address.dropFirst())
      guard let element = document.document.element(id: id) else { continue }
      var declarations = document.drawingDeclarations(in: element, isBox: false)
      let definitions = svgDefinitions.definitions(of: element, declarations: declarations.values)
      remaining -= (definitions + [element]).reduce(0) { $0 + document.document.size(of: $1, atMost: remaining - $0) }
      guard remaining >= 0 else {
        return warn(
          "svg_effect_limit",
          "Masks, clipping paths and filters are left out: with the elements to which they refer, those of a document may have "
            + "\(Self.mostEffectBytes >> 20) MB.", at: element)
      }
      for definition in definitions {
        declarations.merge(document.drawingDeclarations(in: definition, isBox: false)) { first, _ in first }
      }
      let effect: (any DocumentDrawing)? =
        document.document.name(element) == "filter"
        ? filter(element, definitions, declarations)
        : SVGEffect(document.document, element, id: id, definitions: definitions, declarations: declarations)
      if let effect { images.add(effect, address: address, at: document.document.place(element)) }
    }
  }

  private mutating func filter(_ element: NodeID, _ definitions: [NodeID], _ declarations: [NodeID: String])
    -> SVGFilterElement
  {
    SVGFilterElement(
      document: document.document, element: element, definitions: definitions, declarations: declarations,
      images: drawingImages(in: [element] + definitions),
      viewport: Size(width: document.firstPageWidth, height: document.firstPageHeight))
  }
}

extension Document {
  /// The bytes of the elements in a subtree, or more than `most`.
  fileprivate func size(of root: NodeID, atMost most: Int) -> Int {
    var size = 0
    for index in root.index..<self[root].subtreeEnd.index where size <= most {
      let node = NodeID(index)
      size += 50 + text(node).count + attributes(of: node).reduce(0) { $0 + 10 + $1.value.count }
    }
    return size
  }
}
