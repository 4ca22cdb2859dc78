import Testing

@testable import Style

/// Values with `var()`, which elements share if the custom properties are the same.
@Suite struct ResolvedValueTests {
  @Test func eachElementHasTheValueOfItsOwnProperties() throws {
    let values = [1, 2, 3, 4, 5, 6, 1, 2, 6]
    let html = values.enumerated().map { "<p id=p\($0) style='--a: \($1)px'>x</p>" }.joined()
    let sheet = try Sheet("p { padding: var(--a) calc(var(--a) * 2); width: var(--a) }", html)
    for (index, value) in values.enumerated() {
      let box = sheet.style("p\(index)").box
      #expect(box.padding.top == .px(Double(value)))
      #expect(box.padding.left == .px(Double(2 * value)))
      #expect(box.width == .length(.px(Double(value))))
    }
  }

  @Test func missingPropertiesAreAValueToo() throws {
    let html = "<p id=a>x</p><p id=b style='--w: 3px'>x</p><p id=c style='--w: blue'>x</p><p id=d>x</p>"
    let sheet = try Sheet("p { padding-top: var(--w, 7px) }", html)
    #expect(["a", "b", "c", "d"].map { sheet.style($0).box.padding.top } == [.px(7), .px(3), .zero, .px(7)])
  }

  @Test func propertiesThatDependOnOthersAreFollowed() throws {
    let html = "<div style='--b: 2px'><p id=a>x</p></div><div style='--b: 5px'><p id=b>x</p></div>"
    let sheet = try Sheet(":root { --a: var(--b, 1px) } div { --a: var(--b) } p { padding-top: var(--a) }", html)
    #expect(sheet.style("a").box.padding.top == .px(2))
    #expect(sheet.style("b").box.padding.top == .px(5))
  }

  @Test func attributesAreThoseOfEachElement() throws {
    let html = "<p id=a data-w=2>x</p><p id=b data-w=5>x</p>"
    let sheet = try Sheet("p { --u: 1px; padding-top: calc(attr(data-w type(<number>)) * var(--u)) }", html)
    #expect(["a", "b"].map { sheet.style($0).box.padding.top } == [.px(2), .px(5)])
  }

  /// Style sheets often set `box-sizing` for all pseudo-elements.
  @Test func pseudoElementsWithoutContentHaveNoStyles() throws {
    let html = (0..<20).map { "<p style='margin: \($0)px'>x</p>" }.joined()
    let plain = try Sheet("", html).document
    let sized = try Sheet("::before, ::after { box-sizing: border-box }", html).document
    #expect(sized.styles.count == plain.styles.count)
    #expect(sized.pseudoStyles.isEmpty)
    let shown = try Sheet("::before { box-sizing: border-box } p::before { content: 'a' }", html).document
    #expect(shown.pseudoStyles.count == 20)
  }
}
