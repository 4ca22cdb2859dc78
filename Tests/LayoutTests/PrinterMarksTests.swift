import Layout
import TestTraits
import Testing

@Suite(.hangLimit) struct PrinterMarksTests {
  @Test func marksAndBleedEnlargeTheSheet() throws {
    let page = try layOut("<p>x</p>", css: "@page { marks: crop cross; bleed: 5px }").pages[0]
    #expect(page.size == Size(width: 250, height: 170))
    #expect(page.trim == Rect(x: 25, y: 25, width: 200, height: 120))
    #expect(page.bleed == 5)
    #expect(try lines("<p>x</p>", css: "@page { marks: crop; bleed: 5px }") == [["25,25 6 x"]])
  }

  @Test func eachCornerHasTwoCropMarksOutsideTheBleed() throws {
    let page = try layOut("<p>x</p>", css: "@page { marks: crop; bleed: 5px }").pages[0]
    let marks = page.fragments.filter { if case .rule = $0.content { true } else { false } }.map(\.frame)
    #expect(marks.count == 8)
    #expect(marks.allSatisfy { $0.maxX <= 20.5 || $0.x >= 229.5 || $0.maxY <= 20.5 || $0.y >= 149.5 })
  }

  @Test func marginBoxesSurroundThePageBox() throws {
    let css =
      "@page { margin: 20px; marks: crop; bleed: 5px; @top-left-corner { content: 'c'; text-align: left; vertical-align: top } }"
    #expect(try lines("<p>x</p>", css: css)[0].last == "25,25 6 c")
  }

  @Test func pageOrientationRotatesAPage() throws {
    let css = "@page wide { page-orientation: rotate-left } .w { page: wide }"
    #expect(try layOut("<p>x</p><p class=w>y</p>", css: css).pages.map(\.rotation) == [0, 270])
  }
}
