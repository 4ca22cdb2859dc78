import Markup
import Resources
import TestTraits
import Testing

@testable import Style

/// `@container` rules (css-contain-3).
@Suite(.hangLimit) struct ContainerQueryTests {
  /// The `z-index` of the element `x`, with containers of these sizes by id.
  private func order(
    _ css: String, _ html: String, sizes: [String: (width: Double, height: Double)]
  ) throws -> (order: Int32?, document: StyledDocument) {
    let document = try Document.parse(html: "<!DOCTYPE html><style>\(css)</style>\(html)")
    var options = StyleEngine.Options()
    for (id, size) in sizes {
      options.containers[try #require(document.element(id: id))] = ContainerSize(width: size.width, height: size.height)
    }
    let styled = StyleEngine.style(document, loader: ResourceLoader(), options: options)
    let node = try #require(styled.document.element(id: "x"))
    return (styled[styled.styleOfNode[Int(node.index)]].box.zIndex, styled)
  }

  private let html = "<div id=a><div id=b><p id=x>x</p></div></div>"
  private let inner = "#a { container: outer / inline-size } #b { container: inner side / size }"

  @Test(arguments: [
    ("(width > 100px)", true), ("(width > 200px)", false), ("(min-width: 10em)", true), ("(width: 200px)", true),
    ("(100px < inline-size <= 200px)", true), ("(height < 60px)", true), ("(orientation: portrait)", false),
    ("(aspect-ratio > 3/1)", true), ("not (width > 200px)", true), ("(width > 1px) and (height > 50px)", false),
    ("(width > 300px) or (height = 50px)", true), ("outer (width > 300px)", true), ("inner (width > 300px)", false),
    ("side (width < 300px)", true), ("other (width > 1px)", false), ("outer", true), ("other", false),
    // Only a container of the type `size` has a height.
    ("outer (height > 1px)", false),
  ])
  func conditionIsOnTheNearestContainer(condition: String, holds: Bool) throws {
    let (order, styled) = try order(
      "\(inner) @container \(condition) { #x { z-index: 7 } }", html, sizes: ["a": (400, 300), "b": (200, 50)])
    #expect((order == 7) == holds)
    #expect(styled.diagnostics.isEmpty && styled.queriesContainers)
  }

  @Test(arguments: [
    "style(color: red)", "scroll-state(stuck: top)", "(colour: red)", "(width >)", "", "(width > 1px), (height > 1px)",
  ])
  func otherConditionsAreIgnoredWithAWarning(condition: String) throws {
    let (order, styled) = try order(
      "\(inner) @container \(condition) { #x { z-index: 7 } }", html, sizes: ["a": (400, 300), "b": (200, 50)])
    #expect(order == nil)
    #expect(styled.diagnostics.map(\.message).first?.hasPrefix("Ignored @container: expected a name") == true)
  }

  @Test func conditionsAreFalseBeforeTheFirstLayout() throws {
    #expect(try order("\(inner) @container (width > 1px) { #x { z-index: 7 } }", html, sizes: [:]).order == nil)
    #expect(try order("\(inner) @container (width <= 1px) { #x { z-index: 7 } }", html, sizes: [:]).order == nil)
  }

  @Test func nestedConditionsMustAllHold() throws {
    func css(_ inner: String) -> String {
      "#a { container: outer / inline-size } #b { container-type: inline-size; container-name: inner }"
        + "@container outer (width > 300px) { @container inner (\(inner)) { #x { z-index: 7 } } }"
    }
    let sizes = ["a": (width: 400.0, height: 0.0), "b": (width: 200.0, height: 0.0)]
    #expect(try order(css("width > 100px"), html, sizes: sizes).order == 7)
    #expect(try order(css("width > 300px"), html, sizes: sizes).order == nil)
    // In a style rule (css-nesting-1).
    let nested = "\(inner) #x { @container outer (width > 300px) { z-index: 7 } }"
    #expect(try order(nested, html, sizes: sizes).order == 7)
  }

  @Test func elementIsNotItsOwnContainerButThatOfItsPseudoElements() throws {
    let css =
      "#x { container-type: inline-size } @container (width > 10px) { #x { z-index: 7 } #x::before { content: 'b' } p::after { content: 'a' } }"
    let (order, styled) = try order(css, "<p id=x>x</p>", sizes: ["x": (20, 0)])
    let node = try #require(styled.document.element(id: "x"))
    #expect(order == nil)
    #expect(Set(styled.pseudoStyles.keys.map(\.kind)) == [.before, .after])
    #expect(styled.pseudoStyles.keys.allSatisfy { $0.node == node })
  }

  @Test func siblingsInDifferentContainersDoNotShareAStyle() throws {
    let css = "div { container-type: inline-size } @container (width > 100px) { p { z-index: 7 } }"
    let html = "<div id=a><p>y</p></div><div id=b><p id=x>x</p></div>"
    #expect(try order(css, html, sizes: ["a": (50, 0), "b": (200, 0)]).order == 7)
    #expect(try order(css, html, sizes: ["a": (200, 0), "b": (50, 0)]).order == nil)
  }

  // MARK: - Units (css-contain-3 §6)

  /// The width of the element `x`, with containers of these sizes.
  private func width(_ value: String, _ css: String, _ html: String? = nil) throws -> Double? {
    let (_, styled) = try order(
      "\(css) #x { width: \(value) }", html ?? self.html, sizes: ["a": (400, 300), "b": (200, 50)])
    let node = try #require(styled.document.element(id: "x"))
    guard case .length(let length) = styled[styled.styleOfNode[Int(node.index)]].box.width else { return nil }
    #expect(styled.queriesContainers == css.contains("container"))
    return length.resolve(against: 0)
  }

  @Test(arguments: [
    ("10cqw", 20), ("10cqh", 5), ("10cqi", 20), ("10cqb", 5), ("10cqmin", 5), ("10cqmax", 20),
    ("calc(10cqw + 1px)", 21), ("var(--none, 10CQW)", 20),
  ])
  func unitsAreThoseOfTheNearestContainer(value: String, width: Double) throws {
    #expect(try self.width(value, inner) == width)
  }

  /// Each axis has a container of its own, and without one the page area.
  @Test func unitsOfAnAxisWithoutContainerAreThoseOfAnOuterOne() throws {
    #expect(try width("10cqh", "#a { container-type: size } #b { container-type: inline-size }") == 30)
    #expect(try width("10cqw", "#a { container-type: size } #b { container-type: inline-size }") == 20)
    #expect(try width("100cqh", "#a { container-type: inline-size }") == width("100vh", ""))
    #expect(try width("100cqw", "") == width("100vw", ""))
    // The units of a container are those of the one around it.
    #expect(try width("10cqw", "#a { container-type: size } #x { container-type: size }") == 40)
  }

  /// Elements of the same style in containers of different sizes have different lengths.
  @Test func elementsInDifferentContainersDoNotShareStyles() throws {
    let html = "<div id=a><p>y</p></div><div id=b><p id=x>x</p></div>"
    #expect(try width("1px", "div { container-type: size } p { width: 1px; min-width: 10cqw }", html) == 1)
    let (_, styled) = try order(
      "div { container-type: size } p { min-width: 10cqw } p::before { content: 'a'; min-width: 10cqw }", html,
      sizes: ["a": (400, 300), "b": (200, 50)])
    let widths = styled.styles.filter { $0.box.minWidth != .auto }.map(\.box.minWidth)
    #expect(Set(widths) == [.length(.px(40)), .length(.px(20))])
  }

  @Test func elementsInContainersOfEqualSizesShareStyles() throws {
    let html = "<div id=a><p>y</p></div><div id=b><p id=x>z</p></div>"
    let (_, styled) = try order(
      "div { container-type: size } p { min-width: 10cqw }", html, sizes: ["a": (400, 300), "b": (400, 300)])
    #expect(styled.styles.count { $0.box.minWidth != .auto } == 1)
  }
}
