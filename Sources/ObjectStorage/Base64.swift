import FoundationEssentials

/// Checksums in the form of the protocol's headers.
enum Base64 {
  static func text(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

  static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
