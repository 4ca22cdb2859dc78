import Fuzzing
import TestTraits
import Testing

@testable import Markup

@Suite(.hangLimit) struct FuzzTests {
  @Test(arguments: 0..<UInt64(60)) func randomDocumentsHaveConsistentTrees(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let html = RandomStylesheet.damaged(RandomDocument.html(seed: seed, size: 120), &random)
    try expectSound(try Document.parse(html: html), seed)
  }

  @Test(arguments: 0..<UInt64(60)) func randomBytesHaveConsistentTrees(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let special = Array("<>/=\"'!-[]&;# \n\0atdscriplemh".utf8)
    let bytes = (0..<random.below(600)).map { _ in random.once(in: 8) ? UInt8(random.below(256)) : random.pick(special)
    }
    try expectSound(try Document.parse(html: bytes), seed)
  }

  /// Links between nodes are consistent in both directions, and subtrees are ranges.
  private func expectSound(_ document: Document, _ seed: UInt64) throws {
    let count = UInt32(document.nodes.count)
    var open: [UInt32] = []
    for (index, node) in document.nodes.enumerated() {
      let id = NodeID(UInt32(index))
      while let end = open.last, end <= UInt32(index) { open.removeLast() }
      try #require(node.subtreeEnd.index > id.index && node.subtreeEnd.index <= open.last ?? count, "seed \(seed)")
      open.append(node.subtreeEnd.index)
      if index > 0 { try #require(node.parent < id, "seed \(seed)") }
      let (next, child) = (document.nextSibling(of: id), document.firstChild(of: id))
      if !next.isNone { try #require(document[next].previousSibling == id, "seed \(seed)") }
      if !child.isNone { try #require(document[child].parent == id, "seed \(seed)") }
      let limit = node.kind == .text ? document.bytes.count : document.attributes.count
      try #require(Int(node.range.upperBound) <= limit, "seed \(seed)")
    }
  }
}
