import Layout
import Markup
import Resources
import Style
import TextShaping

/// One page is 200 by 120 px without margins; text is Liberation Mono of 10 px on lines of 12 px, so that each
/// character is 6 px wide and all positions are whole numbers.
let plainPage = """
  @page { size: 200px 120px; margin: 0 }
  html { font: 10px/12px "Liberation Mono" }
  body, p, h1, h2, ul, ol, li, table, td, th, pre, blockquote, div { margin: 0; padding: 0; font-size: 10px; line-height: 12px }
  """

/// Lays out a document.
func layOut(_ html: String, css: String = "", base: String = plainPage) throws -> LaidOutDocument {
  let document = try Document.parse(html: html)
  var options = StyleEngine.Options()
  options.stylesheets = [(css: base + css, source: "test.css")]
  let loader = ResourceLoader()
  let styled = StyleEngine.style(document, loader: loader, options: options)
  return try LayoutEngine.layOut(styled, shaper: TextShaper(), images: ImageStore(loader: loader))
}

/// The text fragments of each page in document order: `x,y width text`, in whole px.
func lines(_ html: String, css: String = "", base: String = plainPage) throws -> [[String]] {
  let document = try layOut(html, css: css, base: base)
  return document.pages.map { page in
    page.fragments.compactMap { fragment in
      guard case .text(let slice) = fragment.content else { return nil }
      let frame = fragment.frame
      return "\(whole(frame.x)),\(whole(frame.y)) \(whole(frame.width)) \(text(of: slice, in: document))"
    }
  }
}

/// The boxes of the elements with an id: page, then `x,y width×height`, in whole px.
func boxes(_ html: String, css: String = "", base: String = plainPage) throws -> [String: [String]] {
  let source = try Document.parse(html: html)
  let document = try layOut(html, css: css, base: base)
  var result: [String: [String]] = [:]
  for (number, page) in document.pages.enumerated() {
    for fragment in page.fragments where !fragment.node.isNone {
      if case .text = fragment.content { continue }
      guard let id = source.attribute(fragment.node, .id) else { continue }
      let frame = fragment.frame
      result[id, default: []].append(
        "\(number + 1): \(whole(frame.x)),\(whole(frame.y)) \(whole(frame.width))×\(whole(frame.height))")
    }
  }
  return result
}

func whole(_ value: Double) -> Int { Int(value.rounded()) }

func text(of slice: TextSlice, in document: LaidOutDocument) -> String {
  let text = document.texts[Int(slice.text)]
  let clusters = slice.glyphs.map { text.glyphs[Int($0)].cluster }
  guard let first = clusters.min(), let last = clusters.max() else { return "" }
  var end = Int(last) + 1
  while end < text.bytes.count, !text.boundaries[end].contains(.grapheme) { end += 1 }
  return String(decoding: text.bytes[Int(first)..<end], as: UTF8.self)
}
