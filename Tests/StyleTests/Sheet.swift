import Markup
import Resources

@testable import Style

/// Fixture: a styled document and the styles of the element with the id `x`.
struct Sheet {
  var document: StyledDocument

  /// - Parameter html: the content of the body; by default one `<div id=x>`.
  init(_ css: String, _ html: String = "<div id=x>text</div>", head: String = "", doctype: String = "<!DOCTYPE html>")
    throws
  {
    let source = "\(doctype)<html><head>\(head)<style>\(css)</style></head><body>\(html)</body></html>"
    document = StyleEngine.style(try Document.parse(html: source), loader: ResourceLoader())
  }

  func style(_ id: String = "x") -> ComputedStyle {
    guard let node = document.document.element(id: id) else { return ComputedStyle() }
    return document[document.styleOfNode[Int(node.index)]]
  }

  func pseudo(_ kind: PseudoElement.Kind, _ id: String = "x") -> ComputedStyle? {
    guard let node = document.document.element(id: id) else { return nil }
    return document.pseudoStyles[PseudoElement(node, kind)].map { document[$0] }
  }

  var box: BoxStyle { style().box }
  var text: TextStyle { style().text }
  var paint: PaintStyle { style().paint }
  var item: ItemStyle { style().item }
  var messages: [String] { document.diagnostics.map(\.message) }

  mutating func page(_ index: Int = 0, name: String? = nil, isFirst: Bool? = nil, isBlank: Bool = false) -> PageStyle {
    document.pageStyle(
      PageQuery(index: index, name: name, isFirst: isFirst ?? (index == 0), isRight: index % 2 == 0, isBlank: isBlank))
  }
}

extension Sheet {
  /// The colour that a value of `color` sets on `x`; black if it is invalid.
  static func color(_ value: String) throws -> Color { try Sheet("#x { color: \(value) }").text.color }

  /// Whether a selector matches `x`.
  static func matches(_ selector: String, _ html: String) throws -> Bool {
    try Sheet("\(selector) { z-index: 7 }", html).box.zIndex == 7
  }

  /// The width that a value of `width` sets on `x`.
  static func width(_ value: String) throws -> SizeValue { try Sheet("#x { width: \(value) }").box.width }
}

extension SizeValue {
  static func px(_ value: Double) -> SizeValue { .length(.px(value)) }
  static func percent(_ value: Double) -> SizeValue { .length(.percent(value)) }
}
