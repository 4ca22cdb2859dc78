import Markup
import Style

/// Writes the style of each element of a mail to its `style` attribute: those computed values that the element would
/// not have without it, inherited or from the style sheet of the mail program.
struct InlineStyles {
  private let styled: StyledDocument
  /// The mail without `style` attributes.
  private let base: StyledDocument
  private var known: [Key: String] = [:]

  private struct Key: Hashable {
    var style, parent, base, baseParent: StyleID?
    var name: String
  }

  static func write(to body: ContentElement, _ styled: StyledDocument, base: StyledDocument) {
    let root = base.document.documentElement
    let baseBody = root.isNone ? nil : base.document.children(of: root).first { base.document.isElement($0, .body) }
    var writer = InlineStyles(styled: styled, base: base)
    writer.write(body, parent: nil, node: baseBody, baseParent: nil)
  }

  private init(styled: StyledDocument, base: StyledDocument) {
    self.styled = styled
    self.base = base
  }

  /// - Parameter node: the same element of `base`; nil if that was parsed to other elements.
  private mutating func write(_ element: ContentElement, parent: StyleID?, node: NodeID?, baseParent: StyleID?) {
    let baseStyle = node.map { base.styleOfNode[Int($0.index)] }
    let key = Key(style: element.style, parent: parent, base: baseStyle, baseParent: baseParent, name: element.name)
    if let css = known[key] {
      element.css = css
    } else {
      let initial = ComputedStyle()
      var difference = StyleDifference(
        name: element.name, style: styled[element.style], parent: parent.map { styled[$0] } ?? initial,
        base: baseStyle.map { base[$0] } ?? initial, baseParent: baseParent.map { base[$0] } ?? initial)
      element.css = difference.css()
      known[key] = element.css
    }
    let elements = element.elements
    let nodes = node.map { base.document.children(of: $0).filter { base.document[$0].kind == .element } } ?? []
    let isSame = nodes.count == elements.count && zip(nodes, elements).allSatisfy { base.document.name($0) == $1.name }
    for (index, child) in elements.enumerated() {
      write(child, parent: element.style, node: isSame ? nodes[index] : nil, baseParent: baseStyle)
    }
  }
}
