import TestTraits
import Testing
import XMLTree

@Suite(.hangLimit) struct XMLElementTests {
  private func error(_ text: String, _ limits: XMLLimits = XMLLimits()) -> XMLError? {
    #expect(throws: XMLError.self) { try XMLElement(Array(text.utf8), limits: limits) }
  }

  @Test func documentsBecomeValues() throws {
    let text = """
      <?xml version="1.0"?>
      <r xmlns="urn:x" xmlns:p="urn:y" a="1" p:a="2"><!-- no --><Key>a&amp;&#98;<![CDATA[<c]]></Key><p:e/>tail</r>
      """
    let root = try XMLElement(Array(text.utf8))
    #expect(root.name == .init(namespace: "urn:x", local: "r"))
    #expect(root.attributes == [.init(namespace: "", local: "a"): "1", .init(namespace: "urn:y", local: "a"): "2"])
    #expect(root.attribute("a") == "1" && root.attribute("b") == nil)
    #expect(root["Key"] == "a&b<c" && root["e"] == "" && root["f"] == nil)
    #expect(root.content == "tail")
    #expect(root.all(.init(namespace: "urn:y", local: "e")).count == 1)
  }

  @Test func otherEncodingsAreRead() throws {
    let bytes = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(try XMLElement(bytes).content == "é")
  }

  @Test(arguments: ["", "<a>", "no xml", "<a/><b/>", "<a>&b;</a>", "<a b=\"&c;\"/>", "<a>\u{1}</a>"])
  func otherTextIsMalformed(text: String) { #expect(error(text)?.code == .malformed) }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", "<!DOCTYPE a><a/>",
  ])
  func documentTypesAreRefused(text: String) { #expect(error(text)?.code == .documentType) }

  /// Ten levels of entities of ten entities each, used in an attribute: libxml2 would expand them while it parses.
  @Test func entitiesAreNeverExpanded() {
    let names = Array("abcdefghij")
    let entities = names.indices.map { index in
      let value = index == 0 ? "aaaaaaaaaa" : String(repeating: "&\(names[index - 1]);", count: 10)
      return "<!ENTITY \(names[index]) \"\(value)\">"
    }
    let text = "<!DOCTYPE x [\(entities.joined())]><x a=\"&j;\">&j;</x>"
    let refused = error(text)
    #expect(refused?.code == .documentType && refused?.line == 1)
  }

  @Test func sizesAreLimited() throws {
    let text = "<a>" + String(repeating: "\n<b c=\"d\"/>", count: 9) + "</a>"
    #expect(try XMLElement(Array(text.utf8), limits: XMLLimits(nodes: 19)).children.count == 9)
    let refused = error(text, XMLLimits(nodes: 18))
    #expect(refused?.code == .tooLarge && refused?.line == 10)
    #expect(error(text, XMLLimits(bytes: text.utf8.count - 1))?.code == .tooLarge)
  }

  @Test func nestingIsLimited() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(throws: Never.self) { try XMLElement(Array(nested(64).utf8)) }
    #expect(error(nested(65))?.code == .tooLarge)
    #expect(error(nested(1_000_000))?.code == .tooLarge)
  }

  @Test func textIsEscaped() throws {
    let text = "a<b>&\"c'"
    #expect(try XMLElement(Array("<x>\(XMLText.escaped(text))</x>".utf8)).content == text)
    #expect(try XMLElement(Array("<x y=\"\(XMLText.escaped(text))\"/>".utf8)).attribute("y") == text)
  }

  @Test func whiteSpaceIsPreserved() throws {
    let text = "\ta<\"b\r\n"
    #expect(try XMLElement(Array("<x>\(XMLText.preserved(text))</x>".utf8)).content == text)
    #expect(try XMLElement(Array("<x y=\"\(XMLText.preserved(text))\"/>".utf8)).attribute("y") == text)
    #expect(XMLText.preserved("a\u{1}\u{FFFE}\u{FFFF}\u{FFFD}") == "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
  }
}
