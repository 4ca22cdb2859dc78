import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct SyntaxTests {
  func parse(_ text: String) throws -> PDFObject {
    var parser = PDFParser(PDFBytes(Array(text.utf8)), at: 0, limits: PDFLimits())
    return try parser.object()
  }

  @Test(arguments: [
    ("0", PDFObject.integer(0)), ("-98", .integer(-98)), ("+17", .integer(17)), ("34.5", .real(34.5)),
    ("-.002", .real(-0.002)),
    ("4.", .real(4)), ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", .real(9_223_372_036_854_775_808)),
    ("true", .boolean(true)), ("null", .null), ("12 3 R", .reference(PDFReference(12, 3)!)), ("0 0 R", .null),
    ("99999999999 0 R", .null),
  ])
  func simpleObjects(text: String, object: PDFObject) throws {
    #expect(try parse(text + " ") == object)
  }

  /// Few digits are converted by a division, more by the standard library.
  @Test func realsAreTheNearestNumbers() throws {
    var state: UInt64 = 7
    for count in 1...20 {
      for fraction in 0...count {
        var text = ""
        for place in 0..<count {
          if place == count - fraction { text += "." }
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          text += "\(state >> 33 % 10)"
        }
        if !text.contains(".") { text += "." }
        #expect(try parse("-\(text) ") == .real(-(try #require(Double(text)))), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("(a(b)c)", "a(b)c"), (#"(\n\t\\\)\(\101\7z)"#, "\n\t\\)(A\u{7}z"), ("(a\\\nb)", "ab"), ("(a\r\nb)", "a\nb"),
    ("<61 62 7>", "abp"),
    ("()", ""),
  ])
  func strings(text: String, value: String) throws {
    #expect(try parse(text) == .string(Array(value.utf8)))
  }

  @Test func namesKeepEveryByte() throws {
    let name = try parse("/A#20B#C3#28#zz ").name
    #expect(name?.bytes == [0x41, 0x20, 0x42, 0xC3, 0x28, 0x23, 0x7A, 0x7A])
  }

  @Test func containersNest() throws {
    let object = try parse("<</A[1 2 0 R 3 (x)<</B/C>>]%comment\n/D null/A 5>>")
    #expect(object == .dictionary(["A": .integer(5)]))
    #expect(try parse("[1 2 0 R[]]") == .array([.integer(1), .reference(PDFReference(2, 0)!), .array([])]))
  }

  @Test(arguments: [
    "<</A>>", "<<1 2>>", "]", ">>", "[1 2", "(abc", "<6g>", "R", "foo", "", "{", ">", "[1 R]", "[<<]>>",
  ])
  func invalidSyntaxIsAnError(text: String) {
    expect(.syntax) { _ = try parse(text) }
  }

  @Test func nestingIsLimited() {
    expect(.limit) { _ = try parse(String(repeating: "[", count: 100_000)) }
    #expect(throws: Never.self) { try parse(String(repeating: "[", count: 500) + String(repeating: "]", count: 500)) }
  }

  @Test func writtenObjectsReadBackEqual() throws {
    let object = try parse(
      "<</A[1 -2.5 .00001 12345678901.5 true null(a\\(b\\)\\\\)<00FF>/N#20#2F#C3 7 0 R]/B<</C()>>>>")
    var serializer = PDFSerializer()
    serializer.write(object)
    let text = String(decoding: serializer.bytes, as: UTF8.self)
    #expect(try parse(text) == object)
    #expect(!text.contains("e-"))
  }

  @Test(arguments: [
    (1e-7, "0.0000001"), (-2.5e-10, "-0.00000000025"), (1e20, "100000000000000000000"), (3, "3"), (.nan, "0"),
  ])
  func realsHaveNoExponent(value: Double, text: String) {
    #expect(PDFSerializer.decimal(value) == text)
  }

  @Test func theLengthOfAStreamIsChecked() throws {
    func stream(_ text: String, isStrict: Bool = false) throws -> PDFStream? {
      var parser = PDFParser(PDFBytes(Array(text.utf8)), at: 0, limits: PDFLimits(), isStrict: isStrict)
      return try parser.indirectObject { _ in 3 }.value.stream
    }
    #expect(try stream("1 0 obj<</Length 3>>stream\r\nabc\r\nendstream endobj")?.encoded == Array("abc".utf8))
    #expect(try stream("1 0 obj<</Length 9 0 R>>stream\nabcendstream endobj")?.encoded == Array("abc".utf8))
    for length in ["2", "5", "-1", "99", "9223372036854775807", "(3)"] {
      expect(.syntax) { _ = try stream("1 0 obj<</Length \(length)>>stream\nabc\nendstream endobj") }
    }
    expect(.syntax) { _ = try stream("1 0 obj<</Length 3>>stream\nabc\nendstream", isStrict: true) }
  }
}
