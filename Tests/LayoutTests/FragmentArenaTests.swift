import Markup
import Style
import Testing

@testable import Layout

@Suite struct FragmentArenaTests {
  private static func entry() -> FragmentArena.Entry {
    FragmentArena.Entry(
      width: 10, height: 10, style: StyleID(0), node: .none, box: .none, content: .fragment(.box))
  }

  @Test func rewindingDiscardsWhatWasAddedLater() {
    var arena = FragmentArena()
    _ = arena.add(Self.entry())
    let before = arena.checkpoint
    _ = arena.add(Self.entry())
    arena.rewind(to: before)
    #expect(arena.entries.count == 1)
  }

  /// When nested columns exceeded the limit of passes, a box kept children that were discarded.
  @Test func afterAFailureNothingIsDiscarded() {
    var arena = FragmentArena()
    let parent = arena.add(Self.entry())
    let before = arena.checkpoint
    let child = arena.add(Self.entry())
    arena.append(child, to: parent, x: 0, y: 0)
    arena.keepAll()
    arena.rewind(to: before)
    #expect(arena[arena[parent].firstChild].height == 10)
  }
}
