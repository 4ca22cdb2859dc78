import OperatingSystem
import TestTraits
import Testing

@Suite(.hangLimit) struct HexadecimalTests {
  @Test func bytesBecomeTwoLowerCaseDigitsEach() {
    #expect(Hexadecimal.text([0x00, 0x0f, 0xa5, 0xff]) == "000fa5ff")
    #expect(Hexadecimal.text([]) == "")
  }

  @Test func digitsAreReadBack() {
    #expect(Hexadecimal.bytes("000fa5ff") == [0x00, 0x0f, 0xa5, 0xff])
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test(arguments: ["0", "000", "0g", "FF", " 0", "é"])
  func otherTextIsRefused(text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }
}
