import Layout
import Markup
import Resources

/// `image` elements (SVG 2 §12.3).
extension SVGReader {
  func addImage(_ node: NodeID, _ inherited: SVGStyle) -> Bool {
    var style = inherited
    var address: SVGValue?
    var alignment = SVGAlignment()
    var lengths: [(name: SVGAttribute, value: SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .href: address = value
      case .linkedHref: address = address ?? value
      case .preserveAspectRatio: return setAlignment(value, &alignment)
      case .x, .y, .width, .height: if !(value == "auto") { lengths.append((name, value)) }
      default: return nil
      }
      return true
    }
    guard isSupported else { return false }
    guard let address, style.isDisplayed, style.isVisible, !isClip else { return true }
    // The images of documents are known; librsvg draws those of files.
    guard let content = content(node, address) else {
      noteExternal(address)
      return !isOverLimit && (isBox || !address.isPictureOfPixels)
    }
    var image = SVGImage(content: content, alignment: alignment, isPixelated: style.isPixelated)
    for (name, value) in lengths {
      guard let number = length(value, of: name, style) else { return false }
      switch name {
      case .x: image.x = number
      case .y: image.y = number
      case .width: image.width = number
      default: image.height = number
      }
    }
    return addGroup(style, if: style.needsGroup) {
      drawing.operations.append(.image(image))
      return true
    }
  }

  /// What a `feImage` element shows (filter-effects-1 §9.12). Returns nil if it is not supported; `.some(nil)` for
  /// nothing.
  func filterImage(_ node: NodeID, _ values: [SVGAttribute: SVGValue]) -> SVGFilterImage?? {
    guard let address = values[.href] ?? values[.linkedHref] else { return .some(nil) }
    guard let id = address.fragment else {
      guard let content = content(node, address) else {
        noteExternal(address)
        return !isOverLimit && (isBox || !address.isPictureOfPixels) ? .some(nil) : nil
      }
      var alignment = SVGAlignment()
      if let value = values[.preserveAspectRatio] { _ = setAlignment(value, &alignment) }
      return .image(SVGImage(content: content, alignment: alignment))
    }
    // An element that its own filter shows, or one that does not exist, is not shown.
    guard let target = elementsByID[id], document.element(target)?.isUsed == true, !followed.contains(target) else {
      return .some(nil)
    }
    guard depth < Self.maximumDepth, let style = inheritedStyle(of: target),
      let operations = record(target, { add(target, style, depth: depth + 1) })
    else { return nil }
    return .element(operations)
  }

  /// Notes that an SVG file refers to another file, which it may not load (SVG 2 §2.7.1, secure static mode).
  private func noteExternal(_ address: SVGValue) {
    guard !isBox, address.isExternal else { return }
    drawing.externalImage = drawing.externalImage ?? address.text
  }

  /// Returns nil if nothing is shown here, or if there is too much work.
  private func content(_ node: NodeID, _ address: SVGValue) -> SVGImage.Content? {
    if let id = images[node] { return .stored(id) }
    if let known = embedded[node] {
      guard countReference(known?.work ?? 0) else { return nil }
      return known?.content
    }
    embedded[node] = .some(nil)
    guard let bytes = address.embeddedSVG, count(bytes.count), imageDepth < Self.deepestImage else { return nil }
    guard let info = try? ImageHeader.read(bytes, address: "", maximumPixels: 1), !info.isEmpty else { return nil }
    let size = info.hasOwnWidth && info.hasOwnHeight ? Size(width: info.width, height: info.height) : nil
    guard let drawing = drawing(bytes, size) else { return nil }
    let content = SVGImage.Content.drawing(
      drawing, natural: size ?? drawing.viewBox.map { Size(width: $0.width, height: $0.height) })
    embedded[node] = (content, drawing.work)
    return content
  }

  /// Reads a file, whose work counts also if it cannot be drawn.
  private func drawing(_ bytes: [UInt8], _ size: Size?) -> SVGDrawing? {
    guard let reader = SVGReader(file: bytes, size: size) else { return nil }
    reader.imageDepth = imageDepth + 1
    let isRead = reader.read(SVGStyle(SVGUnits(viewport: size)))
    drawing.repeatedWork += reader.drawing.repeatedWork
    drawing.externalImage = drawing.externalImage ?? reader.drawing.externalImage
    return count(Int(min(reader.drawing.work, 1e9))) && isRead ? reader.drawing : nil
  }

  /// The deepest nesting of images in images.
  private static let deepestImage = 8
}

extension SVGValue {
  /// The file of a `data:` URL of SVG.
  fileprivate var embeddedSVG: [UInt8]? {
    guard hasPrefix("data:image/svg+xml") else { return nil }
    return (try? DataURL.decode(text, maximumBytes: SVGReader.maximumBytes))?.bytes
  }

  /// Whether it is the address of another file.
  var isExternal: Bool { !isEmpty && !hasPrefix("data:") && !hasPrefix("#") }

  /// Whether it is a `data:` URL of another image, which librsvg draws.
  fileprivate var isPictureOfPixels: Bool { hasPrefix("data:") && !hasPrefix("data:image/svg") }
}
