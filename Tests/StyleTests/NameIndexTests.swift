import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct NameIndexTests {
  private let index: NameIndex<Int> = {
    var names: [(name: String, value: Int)] = [("margin-top", 1), ("a", 2), ("margin-top", 3)]
    for number in 0..<500 { names.append(("name-\(number)", number)) }
    return NameIndex(names)
  }()

  @Test func namesAreFoundInAnyLetterCase() {
    #expect(index["margin-top"] == 1)
    #expect(index["MARGIN-Top"] == 1)
    #expect(index["A"] == 2)
    for number in 0..<500 { #expect(index["Name-\(number)"] == number) }
  }

  @Test func otherNamesAreNotFound() {
    for name in ["", "b", "margin-to", "margin-tops", "name-500", "mаrgin-top"] { #expect(index[name] == nil) }
    #expect(NameIndex<Int>([])["a"] == nil)
  }

  @Test func escapesInNamesAreDecoded() throws {
    let sheet = try Sheet(#"#x { \6D argin-\54op: 3p\78; c\6flor: \52 ED !\69mportant }"#)
    #expect(sheet.document.diagnostics.isEmpty)
    let list = TokenList(#"\52 ED rEd"#)
    #expect(list.matches(list.tokens[0], "red") && list.matches(list.tokens[2], "red"))
    #expect(!list.matches(list.tokens[2], "re") && !list.matches(list.tokens[2], "reds"))
  }
}
