import Glibc

/// The content of a file as a key of a dictionary.
///
/// Arrays are hashed and compared element by element, which takes many times longer.
package struct FileKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package static func == (a: FileKey, b: FileKey) -> Bool {
    guard a.bytes.count == b.bytes.count else { return false }
    return a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        guard let first = a.baseAddress, let second = b.baseAddress, first != second else { return true }
        return memcmp(first, second, a.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
