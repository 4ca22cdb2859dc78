import Layout

extension FlowLines {
  /// The boxes of lines that have nothing but boxes with blocks, such as the columns of mails. Word has no blocks in
  /// lines, so that these boxes are placed below each other; nil for other lines.
  var blocksOnly: [FlowBox]? {
    var boxes: [FlowBox] = []
    for item in items {
      switch item.kind {
      case .open, .close: continue
      case .text(let range):
        guard bytes[range].allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }) else { return nil }
      case .atomic(let box):
        switch box.content {
        case .boxes, .table: boxes.append(box)
        default: return nil
        }
      default: return nil
      }
    }
    return boxes.isEmpty ? nil : boxes
  }
}
