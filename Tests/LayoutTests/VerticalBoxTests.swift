import Layout
import Style
import TestTraits
import Testing

/// Sizes and positions of boxes in vertical writing modes (css-writing-modes-4 §7). Those in turned boxes are as before
/// the turn: the height on the page first.
@Suite(.hangLimit) struct VerticalBoxTests {
  private func vertical(_ html: String, _ css: String = "", mode: String = "vertical-lr") throws -> [String: [String]] {
    try boxes("<div style='writing-mode: \(mode); \(css)'>\(html)</div>")
  }

  /// Regression: an aspect ratio is that of width to height in all writing modes (css-sizing-4 §5.1).
  @Test(arguments: ["vertical-lr", "vertical-rl"])
  func ratiosAreOfWidthToHeight(_ mode: String) throws {
    let found = try vertical("<div id=a style='aspect-ratio: 1 / 2'></div>", "width: 60px; height: 60px", mode: mode)
    #expect(found["a"]?.first?.hasSuffix(" 60×30") == true, "\(found)")
    let page = "@page { size: 120px 200px; margin: 0 } html { writing-mode: \(mode) } p { margin: 0 }"
    let root = try boxes("<p id=a style='height: 40px; aspect-ratio: 2'></p>", base: page)
    #expect(root["a"]?.first?.hasSuffix(" 40×80") == true, "\(root)")
  }

  /// Regression: the blocks in columns of `vertical-lr` were in the order of `vertical-rl`.
  @Test func blocksInColumnsFollowEachOtherFromLeftToRight() throws {
    let html = "<div style='columns: 2; column-gap: 0; height: 80px'><p id=a>a</p><p id=b>b</p><p id=c>c</p></div>"
    let found = try vertical(html)
    #expect(found["a"] == ["1: 24,12 40×12"])
    #expect(found["b"] == ["1: 24,0 40×12"])
    #expect(found["c"] == ["1: 64,12 40×12"])
  }

  /// css-writing-modes-4 §7.3.1: the lines of an orthogonal flow are at most as long as its container is high, without
  /// its own margins and padding.
  @Test(arguments: ["height: 60px", "max-height: 60px"])
  func linesAreNotLongerThanTheContainerIsHigh(_ css: String) throws {
    let html = "<p id=a style='writing-mode: vertical-lr; margin: 6px 0; padding: 3px 0'>aaaa aaaa aaaa aaaa</p>"
    let found = try boxes("<div style='display: flow-root; \(css)'>\(html)</div>")["a"]
    #expect(found == ["1: 0,6 48×48"])
  }

  /// Regression: the height of a line of flex items did not determine the width of a vertical item with a ratio.
  @Test func theWidthOfAStretchedVerticalFlexItemFollowsFromItsRatio() throws {
    let item = "<div id=a style='writing-mode: vertical-rl; aspect-ratio: 2'></div>"
    #expect(try boxes("<div style='display: flex; height: 40px'>\(item)</div>")["a"] == ["1: 0,0 80×40"])
  }

  /// Regression: in `vertical-lr`, boxes at their static position were off by their own width (CSS 2.2 §10.3.7).
  @Test(arguments: [
    ("<div id=a></div>", "left: 0; top: 0"), ("<p>x</p><div id=a></div>", "left: 12px; top: 0"),
    ("x<span id=a></span>", "left: 0; top: 6px"), ("<b>x<span id=a></span></b>", "left: 0; top: 6px"),
    ("x<div id=a></div>", "left: 12px; top: 0"), ("<div dir=rtl>x<span id=a></span></div>", "left: 0; top: 48px"),
    ("<div style='display: flex'><div id=a></div></div>", "left: 0; top: 0"),
    ("<div style='display: flex; align-items: end; width: 40px'><div id=a></div></div>", "left: 27px; top: 0"),
  ])
  func aStaticPositionIsAtTheLeft(_ html: String, _ insets: String) throws {
    func place(_ css: String) throws -> [String]? {
      let style = "<style>#a { position: absolute; width: 10px; height: 6px; margin: 0 1px 0 2px; \(css) }</style>"
      return try vertical(style + html, "position: relative; width: 100px; height: 60px")["a"]
    }
    #expect(try place("") != nil)
    #expect(try place("") == place(insets))
  }

  /// Regression: in `vertical-lr`, captions were to the right of their table.
  @Test func theCaptionOfATableIsAtItsStart() throws {
    let table = "<table style='border-spacing: 0'><caption>x<tr><td id=a>xy</table>"
    #expect(try vertical(table)["a"] == ["1: 24,0 12×12"])
    #expect(try vertical(table, mode: "vertical-rl")["a"]?.first?.hasSuffix(",12 12×12") == true)
  }

  /// Regression: in `vertical-lr`, the left and right edges of horizontal blocks were exchanged, as were the offsets of
  /// relatively positioned inline boxes and the margins of inline blocks.
  @Test func edgesOfBoxesInMirroredTextAreThoseOfThePage() throws {
    func page(_ html: String) throws -> [Sides<Double>] {
      let document = try layOut("<div style='writing-mode: vertical-lr'>\(html)</div>")
      return document.pages[0].fragments.filter { !$0.node.isNone }.map {
        document.styles[Int($0.style.index)].box.borderWidth
      }
    }
    let borders = Sides(top: 2.0, right: 4, bottom: 6, left: 8)
    let turned = Sides(top: 4.0, right: 6, bottom: 8, left: 2)
    let css = "border: solid; border-width: 2px 4px 6px 8px"
    #expect(try page("<div style='\(css)'>x</div>").contains(turned))
    #expect(try page("<div style='\(css); writing-mode: horizontal-tb'>x</div>").contains(turned))
    #expect(try page("<div style='\(css); position: absolute; writing-mode: horizontal-tb'>x</div>").contains(turned))
    let absolute = try layOut("<div style='\(css); position: absolute; writing-mode: vertical-lr'>x</div>")
    #expect(
      absolute.pages[0].fragments.contains { absolute.styles[Int($0.style.index)].box.borderWidth == borders })
  }

  /// Regression: text whose lines are longer than a page was only on the first page.
  @Test(arguments: ["vertical-rl", "vertical-lr", "sideways-lr"])
  func textThatIsLongerThanAPageIsSliced(_ mode: String) throws {
    let text = String(repeating: "aaaa ", count: 20)
    let pages = try lines("<div style='writing-mode: \(mode); height: 300px'>\(text)</div>")
    #expect(pages.count == 3)
    #expect(pages.allSatisfy { $0.count == 2 }, "\(pages)")
  }

  /// Regression: `text-overflow` had no effect in vertical text (css-overflow-4 §6).
  @Test func linesThatAreTooLongEndWithAnEllipsis() throws {
    let css = "writing-mode: vertical-rl; height: 30px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis"
    for html in ["abcdefgh", "<br>abcdefgh<p>x</p>"] {
      #expect(try lines("<div style='\(css)'>\(html)</div>")[0].contains { $0.hasSuffix("…") }, "\(html)")
    }
  }

  /// Regression: lines of vertical text in margin boxes above and below the page area left the sheet
  /// (css-writing-modes-4 §7.3.1).
  @Test(arguments: ["top-center", "bottom-left", "top-right-corner"])
  func linesInMarginBoxesAreNotLongerThanTheMarginIsHigh(_ place: String) throws {
    let font = "font: 10px/12px 'Liberation Mono'; padding: 3px 0"
    let page = "@page { margin: 30px; @\(place) { content: 'aaaa bbbb'; writing-mode: vertical-rl; \(font) } }"
    let texts = try lines("<p></p>", base: plainPage + page)[0]
    #expect(texts.map { $0.suffix(4) } == ["aaaa", "bbbb"])
  }

  /// Regression: positioned vertical text was only as wide as its lines between two insets (css-position-3 §4).
  @Test(arguments: [
    ("vertical-rl", "inset: 20px 40px", "40,20 120×80"), ("vertical-lr", "inset: 20px 40px", "40,20 120×80"),
    ("vertical-lr", "top: 20px; left: 40px; right: 60px", "40,20 100×12"),
    ("vertical-rl", "top: 20px; bottom: 30px; left: 40px", "40,20 12×70"),
    ("vertical-rl", "top: 20px; left: 40px; right: 60px; width: 50px", "40,20 50×12"),
  ])
  func positionedBoxesFillTheSpaceBetweenInsets(_ mode: String, css: String, frame: String) throws {
    let html = "<div id=a style='position: absolute; writing-mode: \(mode); \(css)'>ab</div>"
    #expect(try boxes(html)["a"] == ["1: \(frame)"])
  }

  @Test func theLinesOfAPositionedBoxAreAtItsStart() throws {
    func x(_ mode: String) throws -> String? {
      let html = "<div style='position: absolute; writing-mode: \(mode); inset: 20px 40px'><p id=a>ab</p></div>"
      return try boxes(html)["a"]?.first
    }
    #expect(try x("vertical-rl")?.hasPrefix("1: 160,20 ") == true)
    #expect(try x("vertical-lr")?.hasPrefix("1: 160,20 ") == false)
  }

  /// Regression: `min-height` made the box longer, but not the blocks and lines in it (css-sizing-3 §5.1).
  @Test func theLeastHeightIsALeastLengthOfTheLines() throws {
    let box = "<div id=b style='padding: 10px'>x</div>"
    func sizes(_ css: String) throws -> [Substring?] {
      let html = "<div style='height: 80px'><div id=a style='writing-mode: vertical-lr; \(css)'>\(box)</div></div>"
      let found = try boxes(html)
      return ["a", "b"].map { found[$0]?.first?.split(separator: " ").last }
    }
    #expect(try sizes("min-height: 60px") == ["32×60", "60×32"])
    #expect(try sizes("min-height: 50%") == ["32×40", "40×32"])
    #expect(try sizes("min-height: 10px") == ["32×26", "26×32"])
  }

  /// Regression: they were those of horizontal text (HTML 15.3.13).
  @Test func paddingOfFieldsetsFollowsTheWritingMode() throws {
    let base = plainPage + "fieldset { margin: 0; border: 0; font-size: 20px } p { margin: 0 }"
    let html = "<fieldset style='writing-mode: vertical-rl; height: 100px'><p id=a></p></fieldset>"
    // Before the turn: 15 px on the left and 7 px above.
    let document = try layOut(html, base: base)
    let page = document.pages[0]
    let index = try #require(
      page.fragments.firstIndex { document.styles[Int($0.style.index)].box.padding.left == .px(15) })
    let style = document.styles[Int(page.fragments[index].style.index)].box
    #expect(style.padding.top == .px(7) && style.padding.bottom == .px(12.5) && style.padding.right == .px(15))
  }

  /// Regression: the legend of a fieldset with a vertical writing mode was a line of its contents (HTML 15.3.13).
  @Test(arguments: ["vertical-rl", "sideways-lr", "vertical-lr"])
  func legendsAreOnTheBordersOfTurnedFieldsets(mode: String) throws {
    let css = "fieldset { margin: 0; border: 2px solid; padding: 4px } legend { padding: 0; line-height: 12px }"
    func layout(_ style: String) throws -> (Rect, Rect, FieldsetBorder) {
      let page = try layOut("<fieldset style='\(style)'><legend>l</legend>b</fieldset>", css: css).pages[0]
      let index = try #require(page.fragments.firstIndex { if case .fieldset = $0.content { true } else { false } })
      guard case .fieldset(let border) = page.fragments[index].content else { throw MissingFieldset() }
      let legend = try #require(
        page.fragments[(index + 1)...].first {
          $0.frame.height.rounded() == 12 && $0.frame.width.rounded() == 6 && $0.isBoxFragment
        })
      return (page.fragments[index].frame, legend.frame, border)
    }
    let (box, legend, border) = try layout("writing-mode: \(mode); height: 60px; width: 80px; box-sizing: border-box")
    let (plainBox, plainLegend, plainBorder) = try layout("width: 60px; height: 80px; box-sizing: border-box")
    #expect(box.width == plainBox.width && box.height == plainBox.height)
    #expect(abs(legend.x - box.x - plainLegend.x + plainBox.x) < 0.01)
    #expect(border.gapStart == plainBorder.gapStart && border.top == plainBorder.top)
    // The blocks of `vertical-lr` start at the other side.
    let isMirrored = mode == "vertical-lr"
    #expect(border.isAtBottom == isMirrored)
    let distance = isMirrored ? box.maxY - legend.maxY : legend.y - box.y
    #expect(abs(distance - plainLegend.y + plainBox.y) < 0.01)
  }
}

private struct MissingFieldset: Error {}

extension Fragment {
  fileprivate var isBoxFragment: Bool { if case .box = content { true } else { false } }
}
