import Encodings
import TestTraits
import Testing

@Suite("Encodings", .hangLimit) struct EncodingTests {
  // Values of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded[...]) == Array(plain.utf8))
    #expect(Base64.decode(encoded[...], anyPadding: true) == Array(plain.utf8))
    #expect(Base64.isCanonical(encoded) == !encoded.isEmpty)
  }

  @Test(arguments: [[255, 0, 254], [255, 0, 254, 7], Array(0...255)] as [[UInt8]])
  func base64IsReadAsItIsWritten(bytes: [UInt8]) { #expect(Base64.decode(Base64.encode(bytes)[...]) == bytes) }

  @Test func base64IsDecodedAsInBrowsers() {
    #expect(Base64.decode(" Zm9v\r\nYg") == Array("foob".utf8))
    for text in ["Zg=", "Z", "Zg==Zg==", "Zg-_", "Zm9v="] { #expect(Base64.decode(text[...]) == nil, "\(text)") }
  }

  @Test func paddingMayBeOfAnyLength() {
    for text in ["Zg", "Zg=", "Zg=="] { #expect(Base64.decode(text[...], anyPadding: true) == Array("f".utf8)) }
    #expect(Base64.decode("Zg===", anyPadding: true) == nil)
  }

  @Test(arguments: ["", "Zg", "Zg=", "Z===", "Zm9v\n", " Zm9", "Zm-_"])
  func notBase64OfXMLSchema(text: String) { #expect(!Base64.isCanonical(text)) }

  @Test func everythingButUnreservedCharactersIsEscaped() {
    #expect(PercentEncoding.encode("a-b._~/ü %") == "a-b._~%2F%C3%BC%20%25")
    #expect(PercentEncoding.encode("a/b c", keepsSlash: true) == "a/b%20c")
  }

  @Test func escapesAreDecoded() {
    #expect(PercentEncoding.decode("a%20b+c%C3%bc", plusIsSpace: true) == "a b cü")
    #expect(PercentEncoding.decode("a%20b+c") == "a b+c")
    for text in ["%", "%2", "%zz", "%+1", "%ff"] { #expect(PercentEncoding.decode(text[...]) == nil) }
  }

  @Test func malformedEscapesOfDataAreKept() {
    #expect(PercentEncoding.decodeBytes("%41%4g%"[...].utf8) == Array("A%4g%".utf8))
  }

  @Test func escapesAreNormalized() {
    #expect(PercentEncoding.normalized("%41%2f%c3%bcü") == "A%2F%C3%BC%C3%BC")
    #expect(PercentEncoding.normalized("%4") == nil)
  }
}
