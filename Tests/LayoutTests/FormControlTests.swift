import Layout
import TestTraits
import Testing

/// Sizes of form controls that are rendered as boxes (HTML 15.5).
@Suite(.hangLimit) struct FormControlTests {
  private static let controls = ["<input id=a>", "<textarea id=a></textarea>", "<select id=a><option>x</select>"]

  private func width(_ html: String) throws -> Int {
    let frame = try #require(try boxes(html)["a"]?.first)
    let size = try #require(frame.split(separator: " ").last)
    return try #require(Int(size.prefix { $0 != "×" && $0 != "." }))
  }

  @Test(arguments: controls)
  func controlsAreStretchedInFlexAndGridContainers(control: String) throws {
    for style in ["display: flex; flex-direction: column", "display: grid", "display: grid; grid: auto / 50px"] {
      let expected = style.hasSuffix("50px") ? 50 : 250
      #expect(try width("<div style='width: 250px; \(style)'>\(control)</div>") == expected, "\(style)")
    }
    let free = try width("<p>\(control)</p>")
    #expect(try width("<div style='display: grid; justify-items: start'>\(control)</div>") == free)
  }

  @Test(arguments: controls)
  func asBlocksTheyAreAsWideAsTheirContent(control: String) throws {
    let block = control.replacing("id=a", with: "id=a style='display: block'")
    #expect(try width("<div>\(block)</div>") == width("<p>\(control)</p>"))
  }

  /// HTML 15.5.13: a drop-down box is as wide as its widest option, and as high as a line.
  @Test func dropDownBoxesAreAsWideAsTheirWidestOption() throws {
    func select(_ options: String, _ attributes: String = "") throws -> Int {
      try width("<p><select id=a \(attributes)>\(options)</select></p>")
    }
    let long = try select("<option>Antigua and Barbuda")
    #expect(try select("<option>x<option>Antigua and Barbuda<option>yy") == long)
    #expect(try select("<option>x<optgroup label=g><option>Antigua and Barbuda</optgroup>") == long)
    #expect(try select("<option>x") < long)
    #expect(try select("<option>x<option>Antigua and Barbuda", "style='width: 40px'") == 40)
    #expect(
      try boxes("<p><select id=a><option>x<option>Antigua</select>")["a"]?.first?.split(separator: "×").last
        == boxes("<p><select id=a><option>x</select>")["a"]?.first?.split(separator: "×").last)
    let many = String(repeating: "<option>a", count: 5000)
    #expect(try select(many) == select("<option>a"))
  }

  /// Options that are not selected are not seen, and do not move the baseline.
  @Test func otherOptionsHaveNoText() throws {
    let document = try layOut("<!DOCTYPE html><p>b<select><option>x<option>Antigua</select>")
    let texts = document.pages[0].fragments.filter { fragment in
      if case .text = fragment.content {
        document.styles[Int(fragment.style.index)].text.visibility == .visible
      } else {
        false
      }
    }
    #expect(texts.count == 2)
    let baselines = document.pages[0].fragments.compactMap { fragment -> Double? in
      guard case .text(let slice) = fragment.content,
        document.styles[Int(fragment.style.index)].text.visibility == .visible
      else { return nil }
      return slice.baseline
    }
    #expect(abs(baselines[0] - baselines[1]) < 1, "\(baselines)")
  }

  @Test func absoluteControlsFillTheirInsets() throws {
    let html =
      "<div style='position: relative; width: 150px; height: 40px'>"
      + "<input id=a style='position: absolute; left: 10px; right: 20px'></div>"
    #expect(try width(html) == 120)
  }

  @Test func paddingIsAddedToTheWidthOfTheContent() throws {
    let narrow = try width("<p><input id=a style='padding: 0'></p>")
    #expect(try width("<p><input id=a style='padding: 0 10px'></p>") == narrow + 20)
    #expect(try width("<p><input id=a style='padding: 0 10px; width: 90px'></p>") == 112)
  }

  /// A cell's height includes its padding in quirks mode only.
  @Test func heightsOfCellsAreThoseOfTheirBordersInQuirksMode() throws {
    let table = "<table cellspacing=0><tr><td id=a style='height: 40px; padding: 10px'>x</table>"
    #expect(try boxes(table)["a"]?.first?.hasSuffix("×40") == true)
    #expect(try boxes("<!DOCTYPE html>" + table)["a"]?.first?.hasSuffix("×60") == true)
  }

  @Test func contentOfPlainCheckBoxesBeginsAtTheTop() throws {
    let css = """
      input { appearance: none; position: relative; width: 32px; height: 32px; margin: 0; display: block }
      input::before { content: ""; position: absolute; width: 10px; height: 12px; border: 1px solid }
      """
    let document = try layOut("<!DOCTYPE html><input type=checkbox>", css: css)
    let boxes = document.pages[0].fragments.map(\.frame).filter { $0.width == 12 }
    #expect(boxes.map(\.y) == [0])
  }
}
