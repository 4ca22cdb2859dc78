import TestTraits
import Testing

/// Characters are 6 px wide, and those of annotations 3 px.
@Suite(.hangLimit) struct RubyTests {
  private func texts(_ html: String, css: String = "") throws -> [String] { try lines(html, css: css)[0] }

  @Test func anAnnotationIsCentredAboveItsBase() throws {
    let found = try texts("<p>ab<ruby>cdef<rp>(</rp><rt>gh</rt><rp>)</rp></ruby>ij</p>")
    #expect(found.map { $0.split(separator: " ").last } == ["ab", "gh", "cdef", "ij"])
    let places = found.map { $0.split(separator: " ")[0].split(separator: ",").compactMap { Double($0) } }
    #expect(places.map { $0[0] } == [0, 21, 12, 36])
    // The base has the baseline of the line; the annotation is above it.
    #expect(places[0][1] == places[3][1])
    #expect(places[1][1] < places[2][1])
  }

  /// css-ruby-1 §4.2. Latin letters are not spread.
  @Test(arguments: [("space-around", "6"), ("space-between", "6"), ("center", "6"), ("start", "0")])
  func annotationsAreAligned(_ value: String, _ x: String) throws {
    let found = try texts("<p style='ruby-align: \(value)'><ruby>abc<rt>de</rt></ruby></p>")
    #expect(found.first?.prefix { $0 != "," } ?? "" == x, "\(found)")
  }

  @Test func anAnnotationMayBeUnderItsBase() throws {
    let found = try texts("<p>x<ruby style='ruby-position: under'>ab<rt>cd</rt></ruby></p>")
    let places = found.map { $0.split(separator: " ")[0].split(separator: ",").compactMap { Double($0) } }
    let names = found.map { $0.split(separator: " ").last ?? "" }
    #expect(names == ["x", "ab", "cd"])
    #expect(places[1][1] == places[0][1] && places[2][1] > places[1][1])
  }

  @Test func aWideAnnotationMakesRoomForItself() throws {
    let found = try texts("<p><ruby>a<rt>123456</rt></ruby>b</p>")
    #expect(found.map { $0.split(separator: " ")[0].split(separator: ",")[0] } == ["0", "6", "18"])
  }

  @Test func eachBaseHasItsAnnotation() throws {
    let found = try texts("<p><ruby>aa<rt>1</rt>bb<rt>2</rt>cc</ruby></p>")
    #expect(found.map { $0.split(separator: " ").last } == ["1", "aa", "2", "bb", "cc"])
    #expect(
      Set(try texts("<p><ruby><rb>aa</rb><rt>1</rt></ruby></p>").map { $0.split(separator: " ").last }) == ["1", "aa"])
  }

  /// css-ruby-1 §2.2: they were in the line, after the base.
  @Test func annotationsArePairedOneByOne() throws {
    let html = "<p><ruby><rb>aa</rb> <rb>bb</rb><rt>1</rt><rt>2</rt><rt>3</rt></ruby></p>"
    let found = try texts(html).filter { !$0.hasSuffix(" ") && !$0.hasSuffix("\u{200B}") }
    #expect(found.compactMap { $0.split(separator: " ").last } == ["1", "aa", "2", "bb", "3"])
    let annotations = found.filter { ["1", "2", "3"].contains($0.suffix(1)) }
    #expect(Set(annotations.map { $0.split(separator: ",")[1].prefix { $0 != " " } }).count == 1)
  }

  /// An annotation without a base, and one that its author placed otherwise, are ordinary content.
  @Test(arguments: [
    "<ruby><rt>ab</rt></ruby>", "<ruby>ab</ruby>", "<ruby>a<rt style='display:none'>x</rt>b</ruby>", "<ruby></ruby>ab",
  ])
  func contentOtherThanAnnotationsStaysInTheLine(html: String) throws {
    let found = try texts("<p>\(html)cd</p>")
    #expect(Set(found.map { $0.split(separator: ",")[1].prefix(while: \.isNumber) }).count <= 2, "\(found)")
    #expect(found.compactMap { $0.split(separator: " ").last }.joined() == "abcd")
  }

  @Test func pairsAreNotBroken() throws {
    let found = try texts("<p style='width: 30px'>a <ruby>bcd efg<rt>x y</rt></ruby> h</p>")
    #expect(found.map { $0.split(separator: " ", maxSplits: 2).last } == ["a", "x y", "bcd efg", "h"])
  }

  /// Bases without an element of their own lost the decoration of the text around them.
  @Test func basesAreDecoratedAndAnnotationsAreNot() throws {
    let document = try layOut("<u><ruby>a<rt>1</rt><rb>b</rb><rt>2</rt></ruby></u>")
    let decorated = document.pages[0].fragments.compactMap { fragment -> String? in
      guard case .text(let slice) = fragment.content else { return nil }
      let lines = document.styles[Int(fragment.style.index)].text.decorations.count
      return "\(text(of: slice, in: document)) \(lines)"
    }
    #expect(decorated.sorted() == ["1 0", "2 0", "a 1", "b 1"])
  }
}
