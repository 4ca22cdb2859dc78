import CPango
import Layout
import PDF
import Style

extension PDFCanvas {
  func draw(_ picture: RasterPicture) {
    guard !isClippedOut, !isInvisible, let number = picture.number(in: drawing) else { return }
    if picture.hasAlpha { hasTransparency = true }
    beginPainting()
    setGraphics(opacity: 1)
    // Images have their first row at the upper edge of the unit square, y upwards (8.9.5).
    stream.append("1 0 0 -1 0 1 cm ")
    show(object: number)
  }

  /// librsvg draws with Cairo, whose page becomes a form.
  func draw(_ picture: VectorPicture, in rect: Rect) {
    guard !isClippedOut, !isInvisible else { return }
    let extent = picture.extent(in: rect, visible: visibleBox)
    guard let (number, scale) = picture.form(of: extent, in: drawing) else { return }
    let area = extent.area.offset(x: rect.x, y: rect.y)
    hasTransparency = true
    beginPainting()
    save()
    setGraphics(opacity: 1)
    add(area)
    clip()
    transform(AffineTransform(a: 1 / scale, d: -1 / scale, e: area.x, f: area.maxY))
    show(object: number)
    restore()
  }

  /// The first time, the content is written to the page, because most content is drawn only once; the second time, to a
  /// form.
  func draw(_ form: PictureForm, in rect: Rect, draw: (Rect, any Canvas) -> Void) {
    guard !isClippedOut else { return }
    let form = showsLuminance ? form.ofLuminance : form
    guard form.isDrawn, !isInvisible else {
      form.isDrawn = true
      return draw(rect, self)
    }
    let own = Rect(x: 0, y: 0, width: rect.width, height: rect.height)
    if form.number == nil || form.decimals < state.decimals {
      let part = PDFCanvas(partOf: self, matrix: .identity, clip: own)
      part.state.decimals = state.decimals
      draw(own, part)
      part.endText()
      (form.decimals, form.hasTransparency) = (state.decimals, part.hasTransparency)
      form.number = drawing.addForm(part.stream, part.resources, box: own.pdf, isGroup: false)
    }
    guard let number = form.number else { return }
    if form.hasTransparency { hasTransparency = true }
    beginPainting()
    setGraphics(opacity: 1)
    transform(.translation(rect.x, rect.y))
    show(object: number)
  }

  func paint(_ mask: AlphaMask) {
    guard !isClippedOut, !isInvisible, case .color(let color) = state.source, color.alpha > 0,
      let number = mask.image(color, in: drawing)
    else { return }
    hasTransparency = true
    beginPainting()
    save()
    setGraphics(opacity: Double(color.alpha))
    stream.append(AffineTransform(a: mask.width, d: -mask.height, f: mask.height).pdf)
    stream.append("cm ")
    show(object: number)
    restore()
  }
}

extension VectorPicture {
  /// The picture as a form XObject, with y upwards.
  /// - Returns: its number and its units per px; nil if it cannot be drawn.
  fileprivate func form(of extent: Extent, in drawing: PDFDrawing) -> (number: Int, scale: Double)? {
    let (size, area) = (extent.size, extent.area)
    // So that what librsvg draws as pixels, such as filters, is fine enough.
    let scale = work.scale(for: Size(width: max(size.width, area.width), height: max(size.height, area.height)))
    guard size.width > 0, size.height > 0, area.width > 0, area.height > 0,
      max(size.width, size.height, area.width, area.height) * scale < 100_000
    else { return nil }
    if let known = forms[extent] { return (known, scale) }
    let sink = ByteSink(limit: 1 << 28)
    let (width, height) = (area.width * scale, area.height * scale)
    // Cairo clips to whole points.
    let (fullWidth, fullHeight) = (width.rounded(.up), height.rounded(.up))
    guard
      let surface = cairo_pdf_surface_create_for_stream(ByteSink.write, sink.closure, fullWidth, fullHeight)
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    // Later versions write object streams from 1.5 on, which is no obstacle, but streams of fonts that need them.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    let context = cairo_create(surface)
    // The lower edge of the picture is that of the page.
    cairo_translate(context, 0, fullHeight - height)
    cairo_scale(context, scale, scale)
    render(in: Rect(x: -area.x, y: -area.y, width: size.width, height: size.height), context)
    cairo_show_page(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
    let bytes = withExtendedLifetime(sink) { sink.bytes }
    guard let number = try? drawing.add(firstPageOf: bytes) else { return nil }
    forms[extent] = number
    return (number, scale)
  }
}

extension AlphaMask {
  /// The mask in a colour, as an image XObject; nil if it has no pixels.
  fileprivate func image(_ color: Color, in drawing: PDFDrawing) -> Int? {
    let opaque = color.with(alpha: 1)
    if let known = images[opaque] { return known }
    guard let alpha = bytes else { return nil }
    func byte(_ component: Float) -> UInt8 { UInt8((min(max(component, 0), 1) * 255).rounded()) }
    let number = drawing.add(
      alpha: alpha, width: Int(width), height: Int(height),
      color: (byte(color.red), byte(color.green), byte(color.blue)))
    images[opaque] = number
    return number
  }
}
