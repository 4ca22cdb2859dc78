import Style

/// Boxes whose contents are turned (`BoxTurn`). Such a box contains a replaced box, which contains a block that is laid
/// out horizontally and painted turned.
extension BoxTree {
  /// Adds the two boxes to a box.
  /// - Parameters:
  ///   - style: that of the box.
  ///   - link: the link around the contents.
  /// - Returns: the block for the contents.
  mutating func addTurnedContent(
    to box: BoxID, style: StyleID, _ turn: BoxTurn, _ document: inout StyledDocument, link: UInt32 = Box.absent
  ) -> BoxID {
    let plain = document.anonymousStyle(inheriting: style, display: .flowRoot)
    let frameID = addTurnedFrame(to: box, style: plain, turn, link: link)
    var content = Box(kind: .block, style: document.turnedStyle(plain, turn))
    if let moved = document.moveColumns(from: style, to: content.style) {
      (self[box].style, content.style) = moved
    }
    content.isAnonymous = true
    content.link = link
    let contentID = add(content)
    append(contentID, to: frameID)
    return contentID
  }

  /// Adds a replaced box, for turned contents, to a box.
  mutating func addTurnedFrame(to box: BoxID, style: StyleID, _ turn: BoxTurn, link: UInt32) -> BoxID {
    replaced.append(ReplacedContent(kind: .turned(turn)))
    var frame = Box(kind: .replaced, style: style)
    frame.payload = UInt32(replaced.count - 1)
    frame.isAnonymous = true
    frame.link = link
    let frameID = add(frame)
    append(frameID, to: box)
    return frameID
  }
}
