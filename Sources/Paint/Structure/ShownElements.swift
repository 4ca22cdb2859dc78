import PDF

extension StructureTree {
  /// For each element, whether it is written to the file: those with content, those that are kept, and their ancestors.
  var shownElements: ContiguousArray<Bool> {
    var isShown = ContiguousArray(repeating: false, count: elements.count)
    func show(_ element: UInt32) {
      var index = Int(element)
      while !isShown[index] {
        isShown[index] = true
        index = Int(elements[index].parent)
      }
    }
    for content in contents { show(content.element) }
    for index in elements.indices where elements[index].isKept { show(UInt32(index)) }
    return isShown
  }
}
