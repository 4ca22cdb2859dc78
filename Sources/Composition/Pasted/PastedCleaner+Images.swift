import Diagnostics

extension PastedCleaner {
  /// An image; nothing if it is invisible or cannot be reached from other machines.
  mutating func image(_ element: PastedElement) -> [Child] {
    let address = element.attribute("src") ?? ""
    if Self.isTrackingPixel(element) {
      log.add("pasted_pixel_dropped", "an invisible image was dropped", at: element.place, severity: .note)
      return []
    }
    // Emoji of Confluence, Notion and mail programs have the character as alternative text.
    let alternative = element.attribute("alt") ?? ""
    if element.classes.contains(where: { $0.lowercased().contains("emoji") || $0.contains("emoticon") }),
      !alternative.isEmpty
    {
      let fallback = element.attribute("data-emoji-fallback") ?? alternative
      return [.text(fallback)]
    }
    let scheme = address.drop(while: \.isWhitespace).prefix { $0 != ":" }.lowercased()
    let unreachable: Set<String> = [
      "file", "cid", "webkit-fake-url", "blob", "mhtml", "about", "ms-appdata", "applewebdata",
    ]
    if unreachable.contains(scheme) || address.isEmpty {
      log.add(
        "pasted_image_dropped",
        "the image \(Quotation.of(address)) was dropped: it exists only where it was copied from; "
          + "insert it as a data: URL or as an asset",
        at: element.place)
      return alternative.isEmpty ? [] : [.text(alternative)]
    }
    var attributes = [(name: "src", value: address), (name: "alt", value: alternative)]
    let style = element.style
    for name in ["width", "height"] {
      let size = element.attribute(name).flatMap { Double($0) } ?? style.px(name)
      if let size, size > 2, size.isFinite { attributes.append((name, String(Int(min(size, 10_000).rounded())))) }
    }
    return [.element(PastedElement("img", attributes: attributes, place: element.place))]
  }

  /// An image of at most 2 px, or one that is not displayed.
  private static func isTrackingPixel(_ element: PastedElement) -> Bool {
    let style = element.style
    let sizes = ["width", "height"].compactMap { name in
      style.px(name) ?? element.attribute(name).flatMap { Double($0.replacing("px", with: "")) }
    }
    return style.isHidden || sizes.contains { $0 <= 2 }
  }
}
