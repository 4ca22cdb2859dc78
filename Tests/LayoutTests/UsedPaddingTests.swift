import Layout
import Style
import TestTraits
import Testing

/// Padding in percent, which refers to the width of the containing block (CSS 2.2 §8.4), as it is painted.
@Suite(.hangLimit) struct UsedPaddingTests {
  private static let pixel =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  private func paddings(_ html: String) throws -> [Sides<LengthPercentage>] {
    let document = try layOut(html)
    return document.pages[0].fragments.compactMap { fragment in
      let style = document.styles[Int(fragment.style.index)]
      if case .text = fragment.content { return nil }
      return style.item.order == 7 ? style.box.padding : nil
    }
  }

  @Test func fragmentsHaveTheUsedPadding() throws {
    let css = "order: 7; width: 50px; padding: 10% 5% 0 2px"
    let used = Sides<LengthPercentage>(top: .px(10), right: .px(5), bottom: .px(0), left: .px(2))
    for html in [
      "<div style='width: 100px'><div style='\(css)'>a</div></div>",
      "<div style='width: 100px'><div style='float: left; \(css)'>a</div></div>",
      "<div style='width: 100px; position: relative'><div style='position: absolute; \(css)'>a</div></div>",
      "<div style='width: 100px; display: flex'><div style='\(css)'>a</div></div>",
      "<div style='width: 100px'>a <img src='\(Self.pixel)' style='\(css)'></div>",
    ] {
      #expect(try paddings(html) == [used], "\(html)")
    }
  }

  @Test func boxesOfOneWidthShareAStyle() throws {
    let cells = String(repeating: "<div style='order: 7; padding: 10%; width: 3px'></div>", count: 2)
    let document = try layOut("<div style='width: 20px'>\(cells)</div><div style='width: 40px'>\(cells)</div>")
    let styles = document.pages[0].fragments.map(\.style).filter { document.styles[Int($0.index)].item.order == 7 }
    #expect(styles.count == 4)
    #expect(Set(styles).count == 2)
  }
}
