import Markup

/// The lengths to which units such as `cqw` refer (css-contain-3 §6): the sizes of the nearest containers along each
/// axis.
struct ContainerLengths {
  /// px; nil for the width of the viewport, if no container around the element has a known width.
  var width: Double?
  /// px; nil for the height of the viewport.
  var height: Double?
  /// Whether the element is in a container, of known or unknown size.
  var isInContainer = false

  /// Appends the lengths to the key of a style, so that elements in containers of equal sizes share their styles.
  func append(to key: inout ContiguousArray<UInt32>) {
    key.append((isInContainer ? 1 : 0) | (width == nil ? 0 : 2) | (height == nil ? 0 : 4))
    for length in [width, height] {
      guard let bits = length?.bitPattern else { continue }
      key.append(UInt32(truncatingIfNeeded: bits))
      key.append(UInt32(truncatingIfNeeded: bits >> 32))
    }
  }
}

/// Records that a style depends on the size of a container. One instance is shared by the styles of a document.
final class ContainerUse {
  var occurred = false
}

/// The lengths of containers for the children of each element.
struct ContainerTable {
  /// The lengths by node index. Empty until there is a container.
  private var lengths: ContiguousArray<ContainerLengths> = []

  /// The lengths for the children of an element, and for its pseudo-elements.
  func lengths(inside node: NodeID) -> ContainerLengths {
    lengths.isEmpty ? ContainerLengths() : lengths[Int(node.index)]
  }

  /// Records an element, whose parent is recorded.
  /// - Parameters:
  ///   - size: of the element as a container; nil if it is not known.
  ///   - count: the number of nodes of the document.
  mutating func add(
    _ node: Int, in parent: Int, _ type: BoxStyle.ContainerType, size: ContainerSize?, count: Int
  ) {
    if lengths.isEmpty {
      guard type != .normal else { return }
      lengths = ContiguousArray(repeating: ContainerLengths(), count: count)
    }
    lengths[node] = lengths[parent]
    guard type != .normal else { return }
    lengths[node].isInContainer = true
    guard let size else { return }
    lengths[node].width = size.width
    if type == .size { lengths[node].height = size.height }
  }
}
