import TestTraits
import Testing

@testable import Style

/// `contain` and what other properties add to it (css-contain-2 §2 to §4).
@Suite(.hangLimit) struct ContainmentTests {
  private func containment(_ css: String, _ html: String = "<div id=x>") throws -> Containment {
    try Sheet("#x { \(css) }", html).box.containment
  }

  @Test func keywordsAreCombined() throws {
    #expect(try containment("contain: strict") == [.size, .layout, .paint, .style])
    #expect(try containment("contain: content") == [.layout, .paint, .style])
    #expect(try containment("contain: style inline-size") == [.style, .inlineSize])
    #expect(try containment("contain: size; contain: none") == [])
  }

  @Test(arguments: ["size size", "none size", "strict paint", "size inline-size", "width", ""])
  func invalidValuesAreIgnored(value: String) throws {
    #expect(try containment("contain: layout; contain: \(value)") == .layout)
  }

  @Test func otherPropertiesAddContainment() throws {
    #expect(try containment("container-type: inline-size") == [.inlineSize, .style])
    #expect(try containment("container-type: size; contain: paint") == [.size, .style, .paint])
    #expect(try containment("content-visibility: auto") == [.layout, .paint, .style])
    #expect(try containment("content-visibility: hidden") == [.layout, .paint, .style, .size, .skipsContents])
  }

  @Test func containmentAppliesToTheKindsOfBoxesThatItCan() throws {
    #expect(try containment("contain: strict", "<table id=x>") == [.layout, .paint, .style])
    #expect(try containment("contain: strict", "<table><tr id=x>") == .style)
    #expect(try containment("contain: paint layout", "<span id=x>") == [])
    #expect(try containment("contain: paint; float: left", "<span id=x>") == .paint)
  }

  @Test func inheritedValuesAreThoseOfTheProperty() throws {
    let css = "div { content-visibility: hidden; contain: layout } #x { contain: inherit }"
    #expect(try Sheet(css, "<div><p id=x>").box.containment == .layout)
  }

  @Test func intrinsicSizes() throws {
    let box = try Sheet("#x { contain-intrinsic-size: auto 10px none }").box
    #expect(box.containedWidth == 10 && box.containedHeight == nil)
    let both = try Sheet("#x { contain-intrinsic-size: 2em; font-size: 10px }").box
    #expect(both.containedWidth == 20 && both.containedHeight == 20)
    #expect(try Sheet("#x { contain-intrinsic-width: -1px }").box.containedWidth == nil)
  }

  @Test func paintContainmentClips() throws {
    #expect(try Sheet("#x { contain: paint }").box.overflowX == .clip)
    #expect(try Sheet("#x { contain: paint; overflow: hidden }").box.overflowX == .hidden)
  }
}
