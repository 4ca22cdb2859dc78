import Markup

/// The computed style of an element, from its declarations in cascade order.
extension Cascade {
  mutating func style(of node: Int, parent: StyleID, isRoot: Bool) -> StyleID {
    let id = NodeID(UInt32(node))
    let isFull = styles.isFull
    let hint = isFull ? .none : hints.block(for: id, blocks: &rules.blocks)
    inlineBlocks.removeAll(keepingCapacity: true)
    if !isFull { findInlineBlocks(id) }
    key.removeAll(keepingCapacity: true)
    key.append(parent.index)
    key.append(hint.index)
    key.append(isRoot ? 1 : 0)
    containers(of: id, isPseudo: false).append(to: &key)
    key.append(UInt32(inlineBlocks.count))
    for block in inlineBlocks { key.append(block.index) }
    key.append(contentsOf: matched)
    if let known = cache[key] { return known }
    let computed = compute(parent: parent, node: id, ranks: matched, hint: hint, inline: inlineBlocks, isRoot: isRoot)
    if computed.isShareable || isFull { cache.insert(key, computed.style) }
    return computed.style
  }

  /// - Parameter inline: the blocks of the `style` attribute.
  mutating func compute(
    parent: StyleID, node: NodeID, ranks: ContiguousArray<UInt32>, hint: BlockID, inline: ContiguousArray<BlockID>,
    isRoot: Bool, isFirstLine: Bool = false, isPseudo: Bool = false, isMarker: Bool = false
  ) -> (style: StyleID, isShareable: Bool) {
    let isShareable = order(ranks, hint: hint, inline: inline)
    let declarations = rules.blocks.declarations
    let element = ElementReader(elementSource, node: node)
    let customs = ordered.customProperties(declarations)
    let customSet = customSets.add(customs, parent: styles[parent].customSet, of: element)
    lengths.container = containers(of: node, isPseudo: isPseudo || isFirstLine)
    var computer = StyleComputer(
      parents: styles.all, parent: Int(parent.index), lengths: lengths, element: element, isRoot: isRoot,
      customs: customSets, customSet: customSet)
    computer.resolved = resolved
    computer.isPseudo = isPseudo || isFirstLine
    computer.isMarker = isMarker
    let isRightToLeft = computer.parent.text.direction == .rightToLeft
    let writing = ordered.writingMode(declarations, inherited: computer.parent.text.writingMode)
    ordered.findWinners(declarations, isRightToLeft: isRightToLeft, writing: writing, into: &winners)
    if isFirstLine { winners.keep { $0.appliesToFirstLine } }
    if isMarker { winners.keep { $0.appliesToMarkers } }
    computer.compute(winners: winners, declarations: declarations) { [ordered] in
      ordered.fallback($0, $1, declarations)
    }
    // The computer refers to `styles` and `customSets` until it returns its style.
    let lengths = computer.lengths
    var style = computer.finished()
    if customSets.dependsOnFont(customs) {
      style.customSet = customSets.add(customs, parent: styles[parent].customSet, of: element, lengths: lengths)
    }
    return (styles.add(style), isShareable)
  }

  /// Puts the declarations of an element into cascade order.
  /// - Returns: whether elements that match the same rules have the same values.
  private mutating func order(
    _ ranks: ContiguousArray<UInt32>, hint: BlockID, inline: ContiguousArray<BlockID>
  ) -> Bool {
    var isShareable = true
    ordered.removeAll()
    var hintAdded = false
    for rank in ranks {
      let entry = index.entries[Int(rank)]
      if !hintAdded, Int(rank) >= index.authorStart {
        ordered.add(hint, rules.blocks, .hint, layer: 0)
        hintAdded = true
      }
      if rules.blocks.dependsOnElement(entry.block) { isShareable = false }
      ordered.add(entry.block, rules.blocks, Int(rank) < index.authorStart ? .userAgent : .author, layer: entry.layer)
    }
    if !hintAdded { ordered.add(hint, rules.blocks, .hint, layer: 0) }
    for block in inline {
      if rules.blocks.dependsOnElement(block) { isShareable = false }
      ordered.add(block, rules.blocks, .inline, layer: .max)
    }
    ordered.addImportant()
    return isShareable
  }

  /// Adds the blocks of the `style` attribute to `inlineBlocks`.
  mutating func findInlineBlocks(_ node: NodeID) {
    guard let range = document.attributeRange(node, .style), !range.isEmpty else { return }
    document.bytes.withUnsafeBufferPointer { bytes in
      styleAttributes.append(
        UnsafeBufferPointer(rebasing: bytes[range]), place: document.styleAttributePlace(node), to: &inlineBlocks,
        blocks: &rules.blocks, log: &log)
    }
  }
}
