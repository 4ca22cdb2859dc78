import Foundation
import Layout

extension LayoutEngine.Limits {
  /// Bytes for each fragment, including its share of texts and of the PDF.
  private static let bytesPerFragment = 160

  /// The limits of a document in this process: a renderer may use a certain amount of memory (`RLIMIT_DATA`), beyond
  /// which it would be ended. A document that needs more is refused before.
  static var ofProcess: LayoutEngine.Limits {
    var limits = LayoutEngine.Limits()
    var memory = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory) == 0,
      let bytes = Int(exactly: memory.rlim_cur)
    else { return limits }
    limits.fragments = min(limits.fragments, bytes / bytesPerFragment)
    return limits
  }
}
