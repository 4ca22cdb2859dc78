import Layout
import PDF
import Style

extension PDFCanvas {
  /// Paints with a gradient as a shading pattern (ISO 32000-1, 8.7.4), through a soft mask if its stops differ in alpha.
  /// - Parameters:
  ///   - margin: px around the path that are painted too.
  ///   - draw: writes the path and its operator.
  func paint(_ gradient: Gradient, isStroke: Bool, margin: Double, draw: () -> Void) {
    let box = pathBox.rect.inset(by: Sides(-margin))
    guard let first = gradient.stops.first, let shading = GradientShading(gradient, box: box) else { return }
    let isUniform = gradient.stops.allSatisfy { $0.color.alpha == first.color.alpha }
    save()
    setGraphics(opacity: isUniform ? Double(first.color.alpha) : 1)
    if !isUniform { setMask(shading, box: box) }
    let matrix = state.matrix.concatenating(gradient.matrix).pdf
    let pattern = drawing.addShared(
      .dictionary([
        "Type": .name("Pattern"), "PatternType": .integer(2), "Matrix": .array(matrix.precise),
        "Shading": .dictionary(shading.dictionary(drawing, isMask: false)),
      ]))
    use(pattern: pattern, isStroke: isStroke)
    draw()
    restore()
  }

  /// Sets the alpha of a gradient as the mask of all following painting (11.6.5.2).
  private func setMask(_ shading: GradientShading, box: Rect) {
    let number = drawing.addShared(.dictionary(shading.dictionary(drawing, isMask: true)))
    let content = ContentStream(capacity: 128)
    content.append(shading.gradient.matrix.pdf)
    content.append("cm ")
    content.append(.shading, number)
    content.append(" sh")
    var used = ContentResources()
    used.add(.shading, number)
    setMask(content, used, box: box)
  }

  private func setMask(_ content: ContentStream, _ used: ContentResources, box: Rect) {
    let form = drawing.addForm(content, used, box: box.pdf, isGroup: true, isMask: true)
    hasTransparency = true
    set(
      state: drawing.addShared(
        .dictionary([
          "Type": .name("ExtGState"),
          "SMask": .dictionary(["Type": .name("Mask"), "S": .name("Luminosity"), "G": .reference(to: form)]),
        ])))
  }

  // MARK: Patches

  /// Coons patches with straight edges (8.7.4.5.7).
  func fill(_ patches: [GradientPatch]) {
    defer { clearPath() }
    let box = pathBox.rect
    guard !patches.isEmpty, box.width > 0, box.height > 0, !isClippedOut, !isInvisible else { return }
    let alphas = Set(patches.flatMap { $0.colors.map(\.alpha) })
    beginPainting()
    save()
    setGraphics(opacity: alphas.count == 1 ? Double(alphas.first ?? 1) : 1)
    if alphas.count == 1 {
      fillPath(with: GradientMesh.stream(patches, isMask: false))
    } else {
      setMask(patches, box: box)
      // Readers apply the mask to each patch, which leaves seams, unless they are a group.
      beginGroup()
      fillPath(with: GradientMesh.stream(patches, isMask: false))
      endGroup(opacity: 1, nil)
    }
    restore()
  }

  private func fillPath(with mesh: PDFStream) {
    use(pattern: pattern(mesh, matrix: state.matrix), isStroke: false)
    stream.append(path)
    stream.append("f\n")
  }

  private func setMask(_ patches: [GradientPatch], box: Rect) {
    let number = pattern(GradientMesh.stream(patches, isMask: true), matrix: .identity)
    let content = ContentStream(capacity: 64)
    content.append("/Pattern cs ")
    content.append(.pattern, number)
    content.append(" scn ")
    for value in [box.x, box.y, box.width, box.height] { content.append(value, decimals: state.decimals) }
    content.append("re f")
    var used = ContentResources()
    used.add(.pattern, number)
    setMask(content, used, box: box)
  }

  /// Readers draw the patches of a pattern without seams, those of the operator `sh` with seams.
  private func pattern(_ mesh: PDFStream, matrix: AffineTransform) -> Int {
    drawing.add(
      .dictionary([
        "Type": .name("Pattern"), "PatternType": .integer(2), "Matrix": .array(matrix.pdf.precise),
        "Shading": .reference(to: drawing.add(.stream(mesh))),
      ]))
  }
}
