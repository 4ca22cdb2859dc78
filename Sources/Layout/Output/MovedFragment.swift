/// A subtree of a page's fragments that is painted at another place in the tree than its own, such as that of a
/// positioned box on a page that does not contain its place in the document.
package struct MovedFragment: Hashable, Sendable {
  /// The root of the subtree.
  package var fragment: UInt32
  /// The fragment as whose child it is painted.
  package var parent: UInt32
  /// It is painted as if it came before this fragment, which is in the subtree of `parent` or the first one after it.
  package var before: UInt32
  /// The level of a stacking context that contains it and is not on the page.
  package var zIndex: Int32?

  package init(_ fragment: UInt32, parent: UInt32, before: UInt32, zIndex: Int32? = nil) {
    (self.fragment, self.parent, self.before, self.zIndex) = (fragment, parent, before, zIndex)
  }
}
