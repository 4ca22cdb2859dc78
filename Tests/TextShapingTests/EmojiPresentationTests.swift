import TestTraits
import Testing

@testable import TextShaping

@Suite("Presentation of emoji", .hangLimit)
struct EmojiPresentationTests {
  @Test(
    "Characters are pictures by default or on request",
    arguments: [
      ("a", EmojiPresentation.text), ("1", .text), ("☺", .text), ("©", .text), ("😀\u{FE0E}", .text), ("。", .text),
      ("😀", .picture), ("⌚", .picture), ("🇩🇪", .picture), ("👨‍👩‍👧", .picture), ("☺\u{FE0F}", .requestedPicture),
      ("1\u{FE0F}\u{20E3}", .requestedPicture), ("👍🏽", .requestedPicture),
    ])
  func presentation(cluster: String, expected: EmojiPresentation) {
    let bytes = Array(cluster.utf8)
    bytes.withUnsafeBufferPointer { #expect(EmojiPresentation($0[0..<$0.count]) == expected) }
  }
}
