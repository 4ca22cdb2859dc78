extension Document {
  /// Adds a class to the root element, after those that it has. Style sheets and selectors see it like one of the
  /// source.
  package mutating func addRootClass(_ name: String) {
    let root = documentElement
    guard !root.isNone else { return }
    let own = attributes(of: root)
    let classAtom = names.intern("class")
    let start = UInt32(bytes.count)
    if let old = attributeRange(root, classAtom) {
      let value = bytes[old]
      bytes.append(contentsOf: value)
      bytes.append(0x20)
    }
    bytes.append(contentsOf: name.utf8)
    let first = UInt32(attributes.count)
    attributes.append(contentsOf: own.filter { $0.name != classAtom })
    attributes.append(Attribute(name: classAtom, value: start..<UInt32(bytes.count)))
    nodes[Int(root.index)].range = first..<UInt32(attributes.count)
  }
}
