import Diagnostics
import Style

extension ContentElement {
  /// Adds background images to the `style` attributes of elements of a mail: of each element the topmost image that is
  /// a file. Gradients are left out; mail programs without background images show the background colour.
  func addBackgroundImages(_ styled: StyledDocument, _ images: inout MailImages) {
    if let layer = styled[style].paint.backgroundLayers.first(where: \.isFile), case .url(let address) = layer.image,
      let image = images.image(at: address, width: nil, height: nil, place: SourceLocation())
    {
      css += (css.isEmpty ? "" : "; ") + "background-image: url(\(image.address))"
      for (name, value) in layer.declarations { css += "; \(name): \(value)" }
    }
    for child in elements { child.addBackgroundImages(styled, &images) }
  }
}

extension BackgroundLayer {
  fileprivate var isFile: Bool { if case .url = image { true } else { false } }

  /// The declarations of the layer that are not initial.
  fileprivate var declarations: [(name: String, value: String)] {
    var declarations: [(name: String, value: String)] = []
    let repetition = Self.text(repetition)
    if repetition != "repeat" { declarations.append(("background-repeat", repetition)) }
    if let x = CSSText.length(position.x), let y = CSSText.length(position.y), "\(x) \(y)" != "0% 0%" {
      declarations.append(("background-position", "\(x) \(y)"))
    }
    switch size {
    case .auto: break
    case .contain: declarations.append(("background-size", "contain"))
    case .cover: declarations.append(("background-size", "cover"))
    case .lengths(let width, let height):
      let lengths = [width, height].map { $0.flatMap(CSSText.length) ?? "auto" }
      declarations.append(("background-size", lengths.joined(separator: " ")))
    }
    return declarations
  }

  private static func text(_ repetition: Pair<Repetition>) -> String {
    switch (repetition.x, repetition.y) {
    case (.noRepeat, .noRepeat): "no-repeat"
    case (.noRepeat, _): "repeat-y"
    case (_, .noRepeat): "repeat-x"
    default: "repeat"
    }
  }
}
