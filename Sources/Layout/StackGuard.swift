import CLinux

/// How much of the thread's stack is left: layout goes into boxes as deep as there is room, whatever a document nests.
struct StackGuard {
  private let lowest: UInt

  /// Kept for what one level needs, and for shaping.
  private static let reserve: UInt = 1 << 20

  /// Of the thread that it is made on, which has to be the one that asks.
  init() {
    var size = 0
    let end = clinux_stack(&size)
    lowest = end == 0 ? 0 : UInt(end) + min(Self.reserve, UInt(size) / 4)
  }

  /// False where the next level might not find room.
  var hasRoom: Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) } > lowest
  }
}
