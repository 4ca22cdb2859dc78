import Glibc

/// How much of the thread's stack is left: layout goes into boxes as deep as there is room, whatever a document nests.
struct StackGuard {
  private let lowest: UInt

  /// Kept for what one level needs, and for shaping.
  private static let reserve: UInt = 1 << 20

  /// Of the thread that it is made on, which has to be the one that asks.
  init() {
    var attributes = pthread_attr_t()
    var base: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_getattr_np(pthread_self(), &attributes) == 0 else {
      lowest = 0
      return
    }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_getstack(&attributes, &base, &size) == 0, let base else {
      lowest = 0
      return
    }
    lowest = UInt(bitPattern: base) + min(Self.reserve, UInt(size) / 4)
  }

  /// False where the next level might not find room.
  var hasRoom: Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) } > lowest
  }
}
