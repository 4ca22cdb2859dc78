import Markup
import PDF

/// Footnotes (ISO 32000-1, Tables 334, 336 and 338): where a footnote is called, a reference with the link to the note,
/// followed by the note. The note's marker is its label, with the link back. Parts that are not on the pages are left
/// out of the file.
extension DocumentStructure {
  /// - Returns: the note.
  mutating func note(_ node: NodeID, in around: UInt32) -> UInt32 {
    let reference = add(.reference, .none, around, order: node.index)
    _ = add(.link, .none, reference, order: node.index)
    let note = add(.note, node, around, order: node.index)
    // Before the text of the note, whose position is that of the note.
    let label = add(.label, .none, note, order: node.index - 1)
    _ = add(.link, .none, label, order: node.index)
    return note
  }

  /// The link of a footnote's call to the note.
  func callLink(ofFootnote node: NodeID) -> UInt32? { element(of: node).flatMap(callLink) }

  private func callLink(ofNote note: UInt32) -> UInt32? { elements[Int(note)].type == .note ? note - 1 : nil }

  /// The link of a footnote's marker to the call.
  func markerLink(ofNote note: UInt32) -> UInt32? {
    note != Self.none && elements[Int(note)].type == .note ? note + 2 : nil
  }
}
