import Markup
import Style

/// The width of a drop-down box, which is that of its widest option (HTML 15.5.13).
extension BoxTreeBuilder {
  /// How many of the longest options are measured: of texts that are about as long, the longest need not be the widest.
  private static let mostMeasured = 3
  /// Options whose length is a smaller part of the greatest length are taken to be narrower.
  private static let leastPart = 0.7

  /// Adds the longest options that are not shown as blocks without a height.
  mutating func addWidestOption(of select: NodeID, to parent: inout ContainerBuilder) {
    let source = document.document
    guard !document[document.styleOfNode[Int(select.index)]].box.width.isLength else { return }
    var longest: [(node: NodeID, length: Int)] = []
    var most = 0
    for index in select.index..<source[select].subtreeEnd.index {
      let node = NodeID(index)
      guard source.isElement(node, .option) else { continue }
      let length = source.textContent(node).count
      most = max(most, length)
      guard isHidden(node) else { continue }
      guard longest.count < Self.mostMeasured || length > longest[longest.count - 1].length else { continue }
      longest.append((node, length))
      longest.sort { ($0.length, $1.node.index) > ($1.length, $0.node.index) }
      if longest.count > Self.mostMeasured { longest.removeLast() }
    }
    for (node, length) in longest where Double(length) > Self.leastPart * Double(most) {
      let style = document.measuredStyle(document.styleOfNode[Int(node.index)])
      let box = place(Box(kind: .block, style: style), display: .block, in: &parent)
      var inner = ContainerBuilder(container: box)
      addText(source.textContent(node).utf8, style: style, node: .none, to: &inner)
      finish(&inner)
    }
  }

  private func isHidden(_ node: NodeID) -> Bool {
    document[document.styleOfNode[Int(node.index)]].box.display == .none
  }
}

extension SizeValue {
  fileprivate var isLength: Bool { if case .length = self { true } else { false } }
}
