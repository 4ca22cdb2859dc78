import Layout
import Style
import TestTraits
import Testing

@testable import Paint

/// css-masking-1 §5.
@Suite(.hangLimit) struct MaskTests {
  /// Opaque from one percentage of the width to another, transparent elsewhere; for luminance white and black.
  private static func layer(
    _ range: ClosedRange<Double>, _ composite: MaskLayer.Composite = .add, isLuminance: Bool = false
  ) -> MaskLayer {
    let (inside, outside) = isLuminance ? (Color.white, Color.black) : (Color.black, Color.transparent)
    let stops = [
      (outside, range.lowerBound), (inside, range.lowerBound), (inside, range.upperBound), (outside, range.upperBound),
    ].map { GradientStop(color: $0, position: .percent($1)) }
    let gradient = LinearGradient(line: .angle(90), stops: stops, isRepeating: false)
    var mask = MaskLayer(layer: BackgroundLayer(image: .linearGradient(gradient)))
    mask.layer.origin = .borderBox
    mask.composite = composite
    mask.isLuminance = isLuminance
    return mask
  }

  private func masked(_ masks: [MaskLayer], _ change: (inout ComputedStyle) -> Void = { _ in }) throws -> String {
    var scene = Scene(width: 4, height: 1)
    scene.fill(Rect(0, 0, 4, 1), .red) {
      $0.paint.masks = masks
      change(&$0)
    }
    return try scene.grid()
  }

  @Test func contentShowsWhereTheMaskIsOpaque() throws {
    #expect(try masked([Self.layer(25...75)]) == "_RR_")
    #expect(try masked([Self.layer(25...75, isLuminance: true)]) == "_RR_")
  }

  @Test(arguments: [
    (MaskLayer.Composite.add, "RRR_"), (.subtract, "R___"), (.intersect, "_R__"), (.exclude, "R_R_"),
  ])
  func layersAreCombined(composite: MaskLayer.Composite, expected: String) throws {
    for (upper, lower) in [(false, false), (true, false), (false, true), (true, true)] {
      let layers = [
        Self.layer(0...50, composite, isLuminance: upper), Self.layer(25...75, .subtract, isLuminance: lower),
      ]
      #expect(try masked(layers) == expected)
    }
  }

  /// Each layer is combined with the result of those below it.
  @Test func operatorsAreAppliedFromTheLowestLayer() throws {
    // 0 to 100 without (0 to 50 and 25 to 75).
    #expect(
      try masked([Self.layer(0...100, .subtract), Self.layer(0...50, .intersect), Self.layer(25...75)]) == "R_RR")
  }

  @Test func anImageThatIsMissingHidesTheBox() throws {
    #expect(try masked([MaskLayer(layer: BackgroundLayer(image: .url("missing.png")))]) == "____")
  }

  @Test func aMaskIsClippedToItsArea() throws {
    var mask = Self.layer(0...100)
    mask.layer.clip = .contentBox
    let padding: (inout ComputedStyle) -> Void = {
      $0.box.padding = Sides(top: .zero, right: .zero, bottom: .zero, left: .px(1))
    }
    #expect(try masked([mask], padding) == "_RRR")
    mask.isClipped = false
    #expect(try masked([mask], padding) == "RRRR")
  }

  @Test func aMaskAppliesToItsBoxOnly() throws {
    var scene = Scene(width: 4, height: 1)
    scene.fill(Rect(0, 0, 2, 1), .red) { $0.paint.masks = [MaskLayer(layer: BackgroundLayer(image: .none))] }
    scene.fill(Rect(2, 0, 2, 1), .blue)
    #expect(try scene.grid() == "__BB")
  }
}
