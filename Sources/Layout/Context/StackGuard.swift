import CLinux

/// Checks that the stack of the thread is sufficient for another level of nesting, whatever a document contains.
struct StackGuard {
  private let lowest: UInt

  /// The bytes reserved for one level and for shaping.
  private static let reserve: UInt = 1 << 20

  /// Makes a guard for the current thread. It must be used on this thread.
  init() {
    var size = 0
    let end = clinux_stack(&size)
    lowest = end == 0 ? 0 : UInt(end) + min(Self.reserve, UInt(size) / 4)
  }

  /// It is false if the stack may be too small for the next level.
  var hasSpace: Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) } > lowest
  }
}
