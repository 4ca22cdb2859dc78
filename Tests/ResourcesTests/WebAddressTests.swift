import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit) struct WebAddressTests {
  /// URL Standard, 4.4: white space at the ends, tabs and line breaks anywhere are removed.
  @Test(arguments: [
    ("a b.png", "a b.png"), (" a.png\n", "a.png"), ("\u{1}\u{0C}a\n\t b\r\n", "a b"),
    ("java\nscript:x", "javascript:x"),
    ("", ""), (" \n ", ""), ("ä ", "ä"),
  ])
  func addressesAreCleaned(_ address: String, _ cleaned: String) {
    #expect(WebAddress.cleaned(address) == cleaned)
  }

  @Test func theSchemeIsThatOfTheCleanedAddress() {
    #expect(throws: ResourceError.self) { try ResourceLoader(files: ["x": []]).load(" ht\ntp://a/x") }
    #expect(throws: Never.self) { try ResourceLoader(files: ["x": []]).load(" x\n") }
    #expect(throws: Never.self) { try ResourceLoader().load("\n data:,a") }
  }
}
