import Markup
import TestTraits
import Testing

@Suite(.hangLimit) struct TextTests {
  private func text(_ bytes: [UInt8], charset: String? = nil) throws -> String {
    let document = try Document.parse(html: bytes, charset: charset)
    return document.textContent(document.documentElement)
  }

  @Test(arguments: [
    ("&amp;&lt;&gt;&quot;", "&<>\""), ("&eacute;&hellip;&check;", "é…✓"), ("&#65;&#x1F600;", "A😀"), ("&#128;", "€"),
    ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&amp", "&"), ("&notit;", "¬it;"),
    ("&bogus; & &#;", "&bogus; & &#;"),
    ("&NotEqualTilde;", "\u{2242}\u{338}"),
  ])
  func referencesAreReplacedByCharacters(source: String, text: String) throws {
    #expect(try self.text(Array(source.utf8)) == text)
  }

  @Test func referenceWithoutSemicolonIsTextInAttributes() throws {
    let document = try Document.parse(html: "<a id=x href='?a=1&copy=2&amp;b&lt;'>")
    #expect(document.attribute(document.element(id: "x")!, "href") == "?a=1&copy=2&b<")
  }

  @Test func attributesMayBeEmptyUnquotedOrQuoted() throws {
    let document = try Document.parse(html: "<p id=x a b=1 c='2' D=\"3\" a=4 e=a/b/>")
    let node = document.element(id: "x")!
    #expect(document.attribute(node, "a") == "")
    #expect(document.attribute(node, "b") == "1")
    #expect(document.attribute(node, "c") == "2")
    #expect(document.attribute(node, "d") == "3")
    #expect(document.attribute(node, "e") == "a/b/")
    #expect(document.attribute(node, "f") == nil)
  }

  @Test func lineEndsBecomeNewlines() throws {
    #expect(try text(Array("a\r\nb\rc\nd".utf8)) == "a\nb\nc\nd")
  }

  @Test func invalidUTF8IsReplacedWithAWarning() throws {
    let document = try Document.parse(html: Array("<p>a".utf8) + [0xFF] + Array("b\n".utf8) + [0xC3, 0x28])
    #expect(document.textContent(document.documentElement) == "a\u{FFFD}b\n\u{FFFD}(")
    #expect(document.diagnostics.count == 1)
    #expect(document.diagnostics.first?.location.line == 1)
  }

  @Test func charsetIsThatOfByteOrderMarkTransportOrMeta() throws {
    #expect(try text([0xEF, 0xBB, 0xBF] + Array("é".utf8), charset: "latin1") == "é")
    #expect(try text([0xE9, 0x80], charset: "iso-8859-1") == "é€")
    #expect(try text(Array("<meta charset=windows-1252><p>".utf8) + [0xE9]) == "é")
    let equiv = "<meta http-equiv=Content-Type content='text/html; charset=iso-8859-2'><p>"
    #expect(try text(Array(equiv.utf8) + [0xB1]) == "ą")
    #expect(try text([0xFF, 0xFE, 0x61, 0x00, 0xE9, 0x00]) == "aé")
    #expect(try text(Array("<meta charset=shift_jis><p>".utf8) + [0x82, 0xA0]) == "あ")
  }

  /// HTML 13.2.3.2: other text is no declaration, and only the values of some attributes are.
  @Test(arguments: [
    "<!-- <meta charset=latin1> -->", "<metadata charset=latin1>", "<meta name=x content='charset=latin1'>",
    "<p title='<meta charset=latin1>'>", "<meta data-charset=latin1>", "</ <meta charset=latin1>",
    "<meta http-equiv=refresh content='1; charset=latin1'>",
  ])
  func otherTextDeclaresNoCharset(html: String) throws {
    #expect(try text(Array("\(html)<p>é".utf8)).hasSuffix("é"))
  }

  @Test(arguments: [
    "<!--><meta charset=latin1>", "<META/CHARSET='latin1'>",
    "<meta content='x charset; charset = \"latin1\"' http-equiv=content-type>",
    "<a title='>'><meta charset=latin1 charset=utf-8>", "<?xml version='1.0' encoding='latin1'?>",
  ])
  func charsetIsFoundWhereTheStandardFindsIt(html: String) throws {
    #expect(try text(Array("\(html)<p>".utf8) + [0xE9]).hasSuffix("é"))
  }

  /// All encodings of the C library were known: text in UTF-7 or EBCDIC is read differently by other programs.
  @Test(arguments: ["klingon", "utf-7", "utf-32", "ibm037", "iso-2022-kr", "utf-8//ignore", "cp850", "wchar_t"])
  func unknownCharsetIsReadAsUTF8WithAWarning(label: String) throws {
    let document = try Document.parse(html: Array("<meta charset=\(label)><p>é".utf8))
    #expect(document.textContent(document.documentElement) == "é")
    #expect(document.diagnostics.count == 1)
  }

  @Test(arguments: [
    ("cp866", [0x80], "А"), ("latin2", [0xB1], "ą"), ("ISO_8859-5:1988", [0xB0], "А"), ("logical", [0xE0], "א"),
    ("l9", [0xA4], "€"), ("koi8-ru", [0xE1], "А"), ("x-mac-roman", [0x8E], "é"), ("tis-620", [0xA1], "ก"),
    ("x-cp1251", [0xC0], "А"), ("latin5", [0xFE], "ş"), ("x-mac-ukrainian", [0x80], "А"),
    ("gb_2312-80", [0xB0, 0xA1], "啊"), ("big5", [0xA4, 0x40], "一"), ("x-euc-jp", [0xA4, 0xA2], "あ"),
    ("csiso2022jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42], "あ"), ("ms_kanji", [0x82, 0xA0], "あ"),
    ("windows-949", [0xB0, 0xA1], "가"), ("windows-1258", [0xEA], "ê"), ("unicodefeff", [0x61, 0x00], "a"),
  ])
  func encodingsAreKnownByTheirLabels(label: String, bytes: [UInt8], expected: String) throws {
    #expect(try text(bytes, charset: label) == expected)
  }

  /// The converter still held the last character.
  @Test func textOfCombiningEncodingsIsComplete() throws {
    #expect(try text([0xE0, 0xE1], charset: "windows-1255") == "אב")
    #expect(try text(Array("a".utf8) + [0xE2], charset: "windows-1258") == "aâ")
  }
}
