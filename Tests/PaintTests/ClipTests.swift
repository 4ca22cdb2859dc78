import Layout
import Style
import TestTraits
import Testing

@testable import Paint

@Suite(.hangLimit) struct ClipTests {
  private let hidden: (inout ComputedStyle) -> Void = { $0.box.overflow = .hidden }

  @Test func overflowIsClippedToThePaddingBox() throws {
    var scene = Scene(width: 5, height: 3)
    scene.fill(
      Rect(0, 0, 4, 3), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.borderWidth = Sides(1)
        $0.box.borderStyle = Sides(.solid)
      }
    ) { $0.fill(Rect(0, 0, 5, 3), .red) }
    #expect(try scene.grid() == "KKKK_\nKRRK_\nKKKK_")
  }

  @Test func nestedClipsIntersect() throws {
    var scene = Scene(width: 4, height: 1)
    let hidden = hidden
    scene.fill(Rect(0, 0, 3, 1), .yellow, hidden) {
      $0.fill(Rect(1, 0, 3, 1), .blue, hidden) { $0.fill(Rect(0, 0, 4, 1), .red) }
    }
    scene.fill(Rect(3, 0, 1, 1), .green)
    #expect(try scene.grid() == "YRRG")
  }

  @Test func anAbsoluteBoxEscapesAClipThatIsNotItsContainingBlock() throws {
    let absolute: (inout ComputedStyle) -> Void = { $0.box.position = .absolute }
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 1, 1), .yellow, hidden) { $0.fill(Rect(1, 0, 2, 1), .red, absolute) }
    #expect(try scene.grid() == "YRR")

    var contained = Scene(width: 3, height: 1)
    contained.fill(
      Rect(0, 0, 2, 1), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.position = .relative
      }
    ) { $0.fill(Rect(1, 0, 2, 1), .red, absolute) }
    #expect(try contained.grid() == "YR_")
  }

  @Test func aFixedBoxEscapesPositionedClips() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(
      Rect(0, 0, 1, 1), .yellow,
      {
        $0.box.overflow = .hidden
        $0.box.position = .relative
      }
    ) { $0.fill(Rect(2, 0, 1, 1), .red, { $0.box.position = .fixed }) }
    #expect(try scene.grid() == "Y_R")
  }

  @Test func clipsApplyWithinGroups() throws {
    var scene = Scene(width: 4, height: 1)
    let hidden = hidden
    scene.fill(Rect(0, 0, 3, 1), .yellow, hidden) {
      $0.fill(Rect(0, 0, 1, 1), .red, { $0.paint.transforms = [.translate(.px(1), .zero)] }) {
        $0.fill(Rect(0, 0, 1, 1), .green, hidden) { $0.fill(Rect(0, 0, 4, 1), .blue) }
        $0.fill(Rect(1, 0, 4, 1), .red)
      }
    }
    #expect(try scene.grid() == "YBR_")
  }

  @Test func roundedBoxesClipToTheirCorners() throws {
    var scene = Scene(width: 8, height: 8)
    scene.fill(
      Rect(0, 0, 8, 8), .transparent,
      {
        $0.box.overflow = .hidden
        $0.paint.borderRadius = Corners(Pair(.percent(50), .percent(50)))
      }
    ) { $0.fill(Rect(0, 0, 8, 8), .red) }
    let rows = try scene.grid().split(separator: "\n")
    #expect(rows[0].first == "_" && rows[4].contains("RRRRRR"))
  }

  @Test func theBoxItselfIsNotClippedByItsOwnOverflow() throws {
    var scene = Scene(width: 3, height: 1)
    let style = scene.style {
      $0.box.overflow = .hidden
      $0.paint.boxShadows = [BoxShadow(x: 1, y: 0, blur: 0, spread: 0, color: .red, isInset: false)]
    }
    scene.add(Rect(0, 0, 1, 1), style)
    #expect(try scene.grid() == "_R_")
  }
}
