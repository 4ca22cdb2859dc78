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

  /// `overflow: clip` with a margin, and of one axis (css-overflow-4 §3).
  @Test func contentIsClippedOutsideOfTheClipMargin() throws {
    func grid(_ change: @escaping (inout BoxStyle) -> Void) throws -> String {
      var scene = Scene(width: 7, height: 5)
      scene.fill(
        Rect(2, 1, 3, 3), .yellow,
        {
          $0.box.borderWidth = Sides(1)
          $0.box.borderStyle = Sides(.solid)
          ($0.box.overflow, $0.box.overflowX, $0.box.overflowY) = (.clip, .clip, .clip)
          change(&$0.box)
        }
      ) { $0.fill(Rect(0, 0, 7, 5), .red) }
      return try scene.grid()
    }
    #expect(try grid { _ in } == "_______\n__KKK__\n__KRK__\n__KKK__\n_______")
    #expect(try grid { $0.clipMargin.edge = .border } == "_______\n__RRR__\n__RRR__\n__RRR__\n_______")
    let wide = "_RRRRR_\n_RRRRR_\n_RRRRR_\n_RRRRR_\n_RRRRR_"
    #expect(try grid { $0.clipMargin = .init(edge: .border, width: 1) } == wide)
    #expect(try grid { $0.clipMargin.width = 2 } == wide)
    #expect(
      try grid {
        $0.padding = Sides(.px(0.5))
        $0.clipMargin = .init(edge: .content, width: 2.5)
      } == wide)
    #expect(
      try grid {
        $0.clipMargin.width = 2
        ($0.overflow, $0.overflowX, $0.overflowY) = (.hidden, .hidden, .hidden)
      } == "_______\n__KKK__\n__KRK__\n__KKK__\n_______")
    #expect(try grid { $0.overflowX = .visible } == "_______\n__KKK__\nRRRRRRR\n__KKK__\n_______")
    #expect(
      try grid {
        $0.overflowY = .visible
        $0.clipMargin.width = 1
      } == "__RRR__\n__RRR__\n__RRR__\n__RRR__\n__RRR__")
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
