import Layout
import Markup
import Resources
import Style
import TextShaping

/// The texts and lines of a formula, from left to right and from top to bottom within a column: `x,y text` with the
/// baseline, `x,y width×height` for lines. All are relative to the box of the formula, rounded to 1/10 px.
///
/// The font is Test Math of 10 px: letters are 5 px wide and high (Tests/Fonts/TestMath).
func formulaParts(_ content: String, _ attributes: String = "displaystyle=true") throws -> [String] {
  try FormulaParts(content, attributes).parts
}

struct FormulaParts {
  var parts: [String] = []
  /// `width×height` of the box.
  var size = ""

  init(_ content: String, _ attributes: String = "displaystyle=true", font: String = "Test Math") throws {
    let html = "<p><math id=f \(attributes)>\(content)</math>"
    let source = try Document.parse(html: html)
    let document = try Self.layOut(html, css: "@page { size: 2000px } math { font: 10px \"\(font)\" }")
    let fragments = document.pages[0].fragments
    guard let box = fragments.first(where: { !$0.node.isNone && source.attribute($0.node, .id) == "f" })?.frame else {
      return
    }
    size = "\(Self.short(box.width))×\(Self.short(box.height))"
    for fragment in fragments {
      let (x, y) = (fragment.frame.x - box.x, fragment.frame.y - box.y)
      switch fragment.content {
      case .text(let slice):
        parts.append("\(Self.short(x)),\(Self.short(slice.baseline - box.y)) \(text(of: slice, in: document))")
      case .formulaLine:
        let frame = fragment.frame
        parts.append("\(Self.short(x)),\(Self.short(y)) \(Self.short(frame.width))×\(Self.short(frame.height))")
      default: break
      }
    }
  }

  /// Scripts have 0.7 and 0.5 times the size, as in Test Math.
  private static func layOut(_ html: String, css: String) throws -> LaidOutDocument {
    var options = StyleEngine.Options()
    options.stylesheets = [(css: plainPage + css, source: "test.css")]
    options.fontRelativeUnits = { font, measure in
      switch measure {
      case .scriptScale: 0.7
      case .scriptScriptScale: 0.5
      default: font.size / 2
      }
    }
    let loader = ResourceLoader()
    let styled = StyleEngine.style(try Document.parse(html: html), loader: loader, options: options)
    return try LayoutEngine.layOut(styled, shaper: TextShaper(), images: ImageStore(loader: loader))
  }

  private static func short(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
