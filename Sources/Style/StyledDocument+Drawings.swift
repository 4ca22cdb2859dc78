import Markup

extension StyledDocument {
  /// What style sheets and `style` attributes set on the elements of an inline `svg` element, as declarations of a
  /// `style` attribute. Presentation attributes are weaker (SVG 2 §6.6).
  /// - Parameter isBox: whether the root is a box, whose other properties are not those of its contents.
  @export(interface)
  package func drawingDeclarations(in root: NodeID, isBox: Bool) -> [NodeID: String] {
    var result: [NodeID: String] = [:]
    // Most elements of a drawing have one style.
    var latest: (key: DrawingKey, text: String)?
    var known: [DrawingKey: String] = [:]
    let turned = Set(SVGProperties.elementsWithOrigin.compactMap(document.names.find))
    let attributes = CascadedAttributes(document.names)
    for index in root.index..<document[root].subtreeEnd.index {
      let node = NodeID(index)
      guard document[node].kind == .element, !document[node].parent.isNone else { continue }
      let (style, parent) = (styleOfNode[Int(index)], styleOfNode[Int(document[node].parent.index)])
      let key = DrawingKey(
        style: style, parent: parent, hasOrigin: turned.contains(document[node].name),
        attributes: attributes.names(
          at: node, in: document, fontSize: self[style].text.font.size, parentSize: self[parent].text.font.size))
      if isBox, node == root {
        let inherited = inheritedDeclarations(of: root, style: style, inheriting: parent)
        let all = ([declarations(of: key, isBox: true)] + inherited).filter { !$0.isEmpty }
        if !all.isEmpty { result[node] = all.joined(separator: ";") }
        continue
      }
      if latest?.key != key {
        if let text = known[key] {
          latest = (key, text)
        } else {
          let text = declarations(of: key, isBox: false)
          known[key] = text
          latest = (key, text)
        }
      }
      if let text = latest?.text, !text.isEmpty { result[node] = text }
    }
    return result
  }

  /// What clips the elements of a drawing without its root, as far as they are basic shapes or boxes.
  @export(interface)
  package func drawingClipPaths(in root: NodeID, isBox: Bool) -> [NodeID: ClipPath] {
    var found: [NodeID: ClipPath] = [:]
    for index in (isBox ? root.index + 1 : root.index)..<document[root].subtreeEnd.index {
      guard let clip = self[styleOfNode[Int(index)]].paint.clipPath, document[NodeID(index)].kind == .element else {
        continue
      }
      if case .element = clip.shape { continue }
      // The drawing is enlarged as a whole.
      found[NodeID(index)] = clip.scaled(by: 1 / self[styleOfNode[Int(index)]].text.zoom)
    }
    return found
  }

  /// The properties that an `svg` element inherits from the elements around it. What the element declares, also by an
  /// attribute, is stronger.
  private func inheritedDeclarations(of root: NodeID, style: StyleID, inheriting parent: StyleID) -> [String] {
    let around = self[parent].customSet
    guard around != 0 else { return [] }
    let declared = customSets.declared(in: self[style].customSet, inheriting: around)
    return SVGProperties.inherited.compactMap { name in
      guard !declared.keys.contains(name), document.attribute(root, name) == nil else { return nil }
      return customSets.value(name, in: around).map { "\(name):\($0.replacing("/**/", with: ""))" }
    }
  }

  /// - Parameter isBox: whether the other properties are those of a box, not of its contents.
  private func declarations(of key: DrawingKey, isBox: Bool) -> String {
    let (style, parent) = (key.style, key.parent)
    var found: [(name: String, value: String)] = []
    for (name, value) in customSets.declared(in: self[style].customSet, inheriting: self[parent].customSet) {
      // Comments separate the tokens of substituted values.
      if let value, SVGProperties.contains(name) { found.append((name, value.replacing("/**/", with: ""))) }
    }
    found.sort { $0.name < $1.name }
    found += isBox ? boxDeclarations(of: key) : contentDeclarations(of: key)
    return found.map { "\($0.name):\($0.value)" }.joined(separator: ";")
  }

  /// What the contents of a drawing inherit from the elements around it.
  private func boxDeclarations(of key: DrawingKey) -> [(name: String, value: String)] {
    let (style, parent) = (key.style, key.parent)
    // Lines of the elements around the drawing are not those of its text.
    var initial = TextStyle()
    initial.decorations = self[parent].text.unzoomed.decorations
    var found = self[style].text.unzoomed.drawingProperties(inheriting: initial)
    let spacing = self[style].text.unzoomed.letterSpacing
    if spacing != 0 { found.append(("letter-spacing", "\(spacing)px")) }
    if self[style].text.images.arePixelated { found.append(("image-rendering", "pixelated")) }
    return found
  }

  /// The properties of an element in a drawing that differ from inherited or initial ones.
  private func contentDeclarations(of key: DrawingKey) -> [(name: String, value: String)] {
    let (style, parent) = (key.style, key.parent)
    var found: [(name: String, value: String)] = []
    // A value that is inherited is also stronger than an attribute.
    func add<T: Equatable>(
      _ name: String, _ value: T, _ inherited: T, _ attribute: CascadedAttributes.Names = [], _ text: (T) -> String
    ) {
      if value != inherited || !key.attributes.isDisjoint(with: attribute) { found.append((name, text(value))) }
    }
    let (own, outer) = (self[style].text, self[parent].text)
    // The drawing is enlarged as a whole.
    let zoom = own.zoom
    add("width", self[style].box.width.px, nil) { "\(($0 ?? 0) / zoom)px" }
    add("height", self[style].box.height.px, nil) { "\(($0 ?? 0) / zoom)px" }
    let box = self[style].paint.transformBox
    if box != .viewBox { found.append(("transform-box", box.rawValue)) }
    found += self[style].paint.drawingTransform(hasBox: box != .viewBox, hasOrigin: key.hasOrigin)
    found += self[style].paint.drawingEffects
    add("color", own.color, outer.color, .color) { $0.cssWithAlpha }
    add("opacity", self[style].paint.opacity, 1) { "\($0)" }
    add("display", self[style].box.display == .none, false, .display) { $0 ? "none" : "inline" }
    add("visibility", own.visibility == .visible, outer.visibility == .visible, .visibility) {
      $0 ? "visible" : "hidden"
    }
    add("font-family", own.font.families, outer.font.families, .fontFamily) { $0.joined(separator: ",") }
    if zoom != 1 || !key.attributes.contains(.statedFontSize) {
      add("font-size", own.font.size, outer.font.size, .fontSize) { "\($0 / zoom)px" }
    }
    add("font-weight", own.font.weight, outer.font.weight, .fontWeight) { "\($0)" }
    add("font-style", own.font.slant == .normal, outer.font.slant == .normal, .fontStyle) { $0 ? "normal" : "italic" }
    add("image-rendering", own.images.arePixelated, outer.images.arePixelated, .imageRendering) {
      $0 ? "pixelated" : "auto"
    }
    add("letter-spacing", own.letterSpacing, outer.letterSpacing, .letterSpacing) { "\($0 / zoom)px" }
    found += own.unzoomed.drawingProperties(inheriting: outer.unzoomed, key.attributes)
    return found
  }
}
