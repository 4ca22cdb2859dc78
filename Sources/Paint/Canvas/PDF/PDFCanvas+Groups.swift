import Layout
import PDF
import Style

/// Transparency groups (ISO 32000-1, 11.6.6).
extension PDFCanvas {
  /// What a group interrupts.
  struct Layer {
    var stream: ContentStream
    var resources: ContentResources
    var state: GraphicsState
    var stack: [(state: GraphicsState, start: Int)]
  }

  func beginGroup() {
    endText()
    // A group is part of the marked content in which it is drawn, or of an artifact.
    beginPainting()
    layers.append(Layer(stream: stream, resources: resources, state: state, stack: stack))
    stream = ContentStream()
    resources = ContentResources()
    stack = []
    state = GraphicsState(matrix: .identity, clip: state.visibleBox)
    state.source = layers[layers.count - 1].state.source
    state.decimals = layers[layers.count - 1].state.decimals
    // The group is drawn in the state that is in effect now. Poppler begins groups with the initial line style.
    let outer = layers[layers.count - 1].state
    (state.line, state.textMode) = (outer.line == Stroke(width: 1) ? outer.line : nil, outer.textMode)
  }

  func endGroup(opacity: Double, _ blend: BlendMode?) {
    endText()
    guard let outer = layers.popLast() else { return }
    let (content, used, box) = (stream, resources, outer.state.visibleBox)
    (stream, resources, state, stack) = (outer.stream, outer.resources, outer.state, outer.stack)
    guard !content.isEmpty, box.width > 0, box.height > 0, opacity > 0 else { return }
    hasTransparency = true
    let form = drawing.addForm(content, used, box: box.pdf, isGroup: true)
    save()
    setGraphics(opacity: opacity, blend: blend)
    show(object: form)
    restore()
  }

  func endGroup(maskIsLuminance isLuminance: Bool, draw: (any Canvas) -> Void) {
    endText()
    guard let outer = layers.popLast() else { return }
    let (content, used, box) = (stream, resources, outer.state.visibleBox)
    (stream, resources, state, stack) = (outer.stream, outer.resources, outer.state, outer.stack)
    guard !content.isEmpty, box.width > 0, box.height > 0 else { return }
    hasTransparency = true
    let group = drawing.addForm(content, used, box: box.pdf, isGroup: true)
    let mask = PDFCanvas(partOf: self, matrix: .identity, clip: box)
    mask.state.decimals = state.decimals
    mask.showsLuminance = isLuminance
    draw(mask)
    mask.endText()
    let form = drawing.addForm(mask.stream, mask.resources, box: box.pdf, isGroup: true, isMask: isLuminance)
    save()
    // Readers draw the mask with the opacity that is in effect.
    setGraphics(opacity: 1)
    set(
      state: drawing.addShared(
        .dictionary([
          "Type": .name("ExtGState"),
          "SMask": .dictionary([
            "Type": .name("Mask"), "S": .name(isLuminance ? "Luminosity" : "Alpha"), "G": .reference(to: form),
          ]),
        ])))
    show(object: group)
    restore()
  }
}

extension Color {
  /// The grey of its luminance (css-masking-1 §7.2).
  var greyOfLuminance: Color {
    let grey = 0.2125 * red + 0.7154 * green + 0.0721 * blue
    return Color(red: grey, green: grey, blue: grey, alpha: alpha)
  }
}

extension BlendMode {
  /// The name of ISO 32000-1, 11.3.5.
  var pdf: PDFName {
    switch self {
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .darken: "Darken"
    case .lighten: "Lighten"
    case .colorDodge: "ColorDodge"
    case .colorBurn: "ColorBurn"
    case .hardLight: "HardLight"
    case .softLight: "SoftLight"
    case .difference: "Difference"
    case .exclusion: "Exclusion"
    case .hue: "Hue"
    case .saturation: "Saturation"
    case .color: "Color"
    case .luminosity: "Luminosity"
    }
  }
}
