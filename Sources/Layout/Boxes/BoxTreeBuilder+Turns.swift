import Markup
import Style

/// Boxes whose contents are turned (`BoxTurn`). Such a box contains a replaced box, which contains a block that is laid out
/// horizontally and painted turned.
extension BoxTreeBuilder {
  /// Adds the two boxes to a box of an element.
  /// - Returns: the block for the contents.
  mutating func addTurnedContent(to box: BoxID, style: StyleID, _ turn: BoxTurn) -> BoxID {
    let plain = document.anonymousStyle(inheriting: style, display: .flowRoot)
    tree.replaced.append(ReplacedContent(kind: .turned(turn)))
    var frame = Box(kind: .replaced, style: plain)
    frame.payload = UInt32(tree.replaced.count - 1)
    frame.isAnonymous = true
    frame.link = link
    let frameID = tree.add(frame)
    tree.append(frameID, to: box)

    var content = Box(kind: .block, style: turnedStyle(plain, turn))
    content.isAnonymous = true
    content.link = link
    let contentID = tree.add(content)
    tree.append(contentID, to: frameID)
    return contentID
  }

  private mutating func turnedStyle(_ plain: StyleID, _ turn: BoxTurn) -> StyleID {
    let key = TurnedStyle(plain: plain, turn: turn)
    if let known = turnedStyles[key] { return known }
    var style = document[plain]
    style.paint.transforms = [.rotate(turn == .clockwise ? 90 : -90)]
    style.paint.transformOrigin = Pair(.zero, .zero)
    let id = document.add(style)
    turnedStyles[key] = id
    return id
  }
}

/// Key of the style of a block that is painted turned.
struct TurnedStyle: Hashable {
  var plain: StyleID
  var turn: BoxTurn
}
