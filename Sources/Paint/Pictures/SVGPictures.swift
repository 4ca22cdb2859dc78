import Diagnostics
import Layout
import Resources

/// The SVG images of one output. Each is read at most once while it is in use.
final class SVGPictures {
  private enum Picture {
    case drawing(SVGDrawing)
    case vector(VectorPicture)
  }

  /// The fonts of the text; nil if it is left to librsvg.
  let fonts: FaceCache?
  private let images: ImageStore
  /// It is nil for an image that is not drawn.
  private var pictures: [ImageID: Picture?] = [:]
  /// Elements of the document that librsvg draws, by their files, because icons are often repeated.
  private var inlineVectors: [VectorKey: VectorPicture?] = [:]
  private let layers = SVGLayerBudget()
  private var count = 0
  /// The names of the document whose `svg` elements are drawn.
  private var document: SVGDocument?
  private var forms: [FormKey: PictureForm] = [:]
  private var drawn: Set<ImageID> = []
  /// The work for content that is drawn again (`SVGWork`).
  private var repeatedWork = 0.0
  /// Whether an image has exceeded the limit.
  private var isExhausted = false

  init(_ images: ImageStore, _ fonts: FaceCache?) { (self.images, self.fonts) = (images, fonts) }

  /// - Parameters:
  ///   - boxes: paints the contents of `foreignObject` elements.
  ///   - drawImage: draws the image of an `image` element.
  ///   - report: receives the problem of an image that is not drawn, once.
  func draw(
    _ id: ImageID, in rect: Rect, on canvas: any Canvas, boxes: BoxesInDrawing? = nil,
    drawImage: @escaping (SVGDrawing.Image, Rect, any Canvas) -> Void = { _, _, _ in }, report: (String) -> Void
  ) {
    let size = Size(width: rect.width, height: rect.height)
    guard let picture = picture(id, size, report) else { return }
    let drawImage: SVGDrawing.ImageDrawer = { [images] image, area, canvas in
      canvas.isolated {
        if let rect = area(images.info(image.id).imageSize) { drawImage(image, rect, canvas) }
      }
    }
    let isFirst = drawn.insert(id).inserted
    switch picture {
    case .drawing(let drawing):
      guard let fonts else { return }
      boxes?.arePlaced = true
      let form = form(id, size)
      let isClipped = isClipped(id)
      let work = isFirst ? drawing.repeatedWork - SVGWork.allowance : drawing.work
      guard form.number != nil || allows(work, id, report) else { return }
      let natural = naturalSize(id, size)
      guard isClipped, !drawing.hasBoxes, !drawing.hasLinks else {
        return drawing.draw(
          in: rect, size: natural, fonts: fonts, isClipped: isClipped, on: canvas, layers: layers, boxes: boxes,
          drawImage: drawImage)
      }
      canvas.draw(form, in: rect) {
        drawing.draw(in: $0, size: natural, fonts: fonts, on: $1, layers: layers, drawImage: drawImage)
      }
    case .vector(let vector):
      let ownWork = isFirst ? SVGWork.allowance + (hasDefinitions(id) ? 0 : vector.work.ownBytes) : 0
      // The area of what is not clipped is computed from all shapes.
      guard isClipped(id) || vector.work.amount(for: size) <= SVGWork.limit else {
        _ = allows(.infinity, id, report)
        return
      }
      let extent = vector.extent(in: rect, visible: canvas.visibleBox)
      let area = Size(
        width: max(extent.area.width, size.width), height: max(extent.area.height, size.height))
      let pixels = canvas.isVector ? nil : canvas.greatestScale
      let work = vector.work.amount(for: area, pixels: pixels) - ownWork
      guard canvas.isVector && vector.forms[extent] != nil || allows(work, id, report) else { return }
      canvas.draw(vector, in: rect)
    }
  }

  /// Counts the work for repeated content. An image that exceeds the limit is not drawn any more.
  private func allows(_ work: Double, _ id: ImageID, _ report: (String) -> Void) -> Bool {
    let work = work.isNaN ? .infinity : max(0, work)
    guard repeatedWork + work > SVGWork.limit else {
      repeatedWork += work
      return true
    }
    isExhausted = true
    pictures[id] = .some(nil)
    reportRepetition(report)
    return false
  }

  private func reportRepetition(_ report: (String) -> Void) {
    report(
      "is not drawn: references, masks, filters or different sizes repeat more than \(Int(SVGWork.limit) >> 20) MB of the SVG "
        + "images of the document, something is farther away than 100,000,000 px, or they contain other "
        + "SVG images")
  }

  /// Whether an element of the document draws what is outside it, which is repeated for each such element.
  private func hasDefinitions(_ id: ImageID) -> Bool {
    (images.drawing(id) as? InlineSVG)?.definitions.isEmpty == false
  }

  /// Whether nothing is drawn outside the area of an image.
  func isClipped(_ id: ImageID) -> Bool { images.drawing(id)?.isClipped ?? true }

  private func form(_ id: ImageID, _ size: Size) -> PictureForm {
    let key = FormKey(id: id, size: size)
    if let known = forms[key] { return known }
    let form = PictureForm()
    forms[key] = form
    return form
  }

  private func picture(_ id: ImageID, _ size: Size, _ report: (String) -> Void) -> Picture? {
    if let known = pictures[id] { return known }
    if isExhausted, hasDefinitions(id) {
      pictures[id] = .some(nil)
      reportRepetition(report)
      return nil
    }
    let picture = drawing(id, size).map(Picture.drawing) ?? vector(id).map(Picture.vector)
    pictures[id] = .some(picture)
    if picture == nil { report("cannot be decoded") }
    if let picture, images.drawing(id) == nil, lacksBoxes(picture, id) {
      report("shows no HTML: the contents of foreignObject are printed in the svg elements of documents only")
    }
    if let picture, let address = externalImage(picture, id) {
      report(
        "does not show \(Quotation.of(address)): an SVG image may not load other files; data: URLs and inline svg "
          + "elements can have images")
    }
    return picture
  }

  /// The address of another file to which a file refers.
  private func externalImage(_ picture: Picture, _ id: ImageID) -> String? {
    switch picture {
    case .drawing(let drawing): drawing.externalImage
    case .vector: images.drawing(id) == nil ? SVGExternalImages.first(in: images.bytes(id)) : nil
    }
  }

  /// Whether a file has HTML, which is not shown.
  private func lacksBoxes(_ picture: Picture, _ id: ImageID) -> Bool {
    switch picture {
    case .drawing(let drawing): drawing.lacksBoxes
    case .vector: images.bytes(id).firstRange(of: "<foreignObject".utf8) != nil
    }
  }

  /// The size of an image that has its own, and the size before `zoom` of an element of the document.
  /// - Parameter box: the size of the box of the element.
  private func naturalSize(_ id: ImageID, _ box: Size) -> Size? {
    guard let inline = images.drawing(id) as? InlineSVG, inline.zoom != 1 else { return images.info(id).naturalSize }
    return Size(width: box.width / inline.zoom, height: box.height / inline.zoom)
  }

  /// Evicts images when there are many: one that is read takes far more memory than its file, and a document may have
  /// thousands of them.
  private func evict() {
    count += 1
    guard count > 128 else { return }
    count = 0
    inlineVectors = [:]
    pictures = pictures.filter { $0.value == nil }
  }

  /// - Parameter size: of the box of an element of the document.
  private func drawing(_ id: ImageID, _ size: Size) -> SVGDrawing? {
    guard fonts != nil else { return nil }
    var drawing: SVGDrawing?
    if let inline = images.drawing(id) as? InlineSVG {
      let document = document ?? SVGDocument(inline.document)
      self.document = document
      drawing = SVGDrawing(inline, document, size: naturalSize(id, size) ?? size, fonts: fonts)
    } else {
      drawing = SVGDrawing(images.bytes(id), size: images.info(id).naturalSize, fonts: fonts)
    }
    if drawing != nil { evict() }
    return drawing
  }

  /// An image that librsvg draws.
  private func vector(_ id: ImageID) -> VectorPicture? {
    guard images.drawing(id) != nil else { return newVector(id) }
    let key = VectorKey(file: FileKey(images.bytes(id)), isClipped: isClipped(id))
    if let known = inlineVectors[key] { return known }
    let vector = newVector(id)
    inlineVectors[key] = .some(vector)
    return vector
  }

  /// It is scaled to its area by its view box or else by its natural size; without either, it is laid out in the area.
  private func newVector(_ id: ImageID) -> VectorPicture? {
    evict()
    let info = images.info(id)
    let isClipped = isClipped(id)
    if info.hasViewBox { return VectorPicture(images.bytes(id), isClipped: isClipped) }
    guard let size = info.naturalSize else {
      return VectorPicture(images.bytesWithoutSize(id), isClipped: isClipped)
    }
    return VectorPicture(images.bytes(id), size: size)
  }
}

private struct VectorKey: Hashable {
  let file: FileKey
  let isClipped: Bool
}

private struct FormKey: Hashable {
  let id: ImageID
  let size: Size
}

extension ImageInfo {
  /// The size in which an `image` element shows it; nil if it adapts to any area.
  var imageSize: Size? {
    if format != .svg || hasOwnWidth && hasOwnHeight { return Size(width: width, height: height) }
    return ratio.map { Size(width: 100 * $0, height: 100) }
  }

  /// The size of an SVG image that has its own; nil if it adapts to any area.
  fileprivate var naturalSize: Size? {
    hasOwnWidth && hasOwnHeight && width > 0 && height > 0 ? Size(width: width, height: height) : nil
  }
}
