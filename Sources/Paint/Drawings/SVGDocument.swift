import Layout
import Markup
import Style

/// A document with SVG elements, and the meanings of its names, each of which is looked up once.
final class SVGDocument {
  let markup: Document
  private let attributes: ContiguousArray<SVGAttribute?>
  private let elements: ContiguousArray<SVGElement?>
  /// What style sheets set on elements, as declarations of `style` attributes, which are stronger than attributes.
  let declarations: [NodeID: SVGValue]
  /// Basic shapes that clip elements, as style sheets say.
  let clipPaths: [NodeID: ClipPath]

  private static let wellKnown = NameTable()
  private static let wellKnownAttributes = SVGDocument.meanings(wellKnown, from: 0) { SVGAttribute.byName[$0] }
  private static let wellKnownElements = SVGDocument.meanings(wellKnown, from: 0) { SVGElement.byName[$0] }

  init(_ markup: Document) {
    self.markup = markup
    (declarations, clipPaths) = ([:], [:])
    let start = Self.wellKnown.count
    attributes =
      Self.wellKnownAttributes + Self.meanings(markup.names, from: start) { SVGAttribute.byName[$0] }
    elements = Self.wellKnownElements + Self.meanings(markup.names, from: start) { SVGElement.byName[$0] }
  }

  /// Makes a copy of a document, with what style sheets set.
  init(_ document: SVGDocument, declarations: [NodeID: String], clipPaths: [NodeID: ClipPath]) {
    markup = document.markup
    attributes = document.attributes
    elements = document.elements
    self.clipPaths = clipPaths
    // Many elements have the same long value.
    var known: [String: SVGValue] = [:]
    self.declarations = declarations.mapValues { text in
      if let value = known[text] { return value }
      let value = SVGValue(ContiguousArray(text.utf8), 0..<text.utf8.count)
      known[text] = value
      return value
    }
  }

  /// Whether style sheets set anything on an element.
  func isStyled(_ node: NodeID) -> Bool { declarations[node] != nil || clipPaths[node] != nil }

  private static func meanings<Meaning>(_ names: NameTable, from start: Int, _ meaning: (String) -> Meaning?)
    -> ContiguousArray<Meaning?>
  {
    ContiguousArray((start..<max(start, names.count)).map { meaning(names[Atom(UInt32($0))]) })
  }

  /// The kind of an element; nil for elements that drawings do not know, and for text.
  func element(_ node: NodeID) -> SVGElement? {
    markup[node].kind == .element ? elements[Int(markup[node].name.index)] : nil
  }

  func meaning(of attribute: Attribute) -> SVGAttribute? { attributes[Int(attribute.name.index)] }

  func value(of attribute: Attribute) -> SVGValue {
    SVGValue(markup.bytes, Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound))
  }

  /// Sets the properties of an element from its attributes, and then from its `style` attribute.
  /// - Parameters:
  ///   - isBox: whether the element is a box of an HTML document. Its computed colour and font are in `style` or in
  ///     `declarations`, and of its `style` attribute only what its contents inherit applies here.
  ///   - own: takes the attributes of this kind of element; returns false for a value that is not supported, nil for an
  ///     attribute that the element does not have. It is asked first, because most attributes of drawings are of this
  ///     kind.
  /// - Returns: false if anything is not supported. Attributes and properties that are not known have no effect.
  func setProperties(
    of node: NodeID, in style: inout SVGStyle, isBox: Bool = false, own: (SVGAttribute, SVGValue) -> Bool?
  ) -> Bool {
    let all = markup.attributes(of: node)
    // `currentColor` and `em` refer to the element's own values.
    for first in [SVGAttribute.color, .font, .fontSize] where !isBox {
      for attribute in all where meaning(of: attribute) == first {
        guard style.set(first, value(of: attribute)) != false else { return false }
      }
    }
    var declarations: SVGValue?
    for attribute in all {
      guard let value = value(of: attribute).withoutVariables else { continue }
      switch meaning(of: attribute) {
      case .color, .font, .fontSize, .id, nil: break
      case .style: declarations = value
      case let meaning? where isBox && meaning.isCascaded: break
      case let meaning?: guard own(meaning, value) ?? style.set(meaning, value) ?? true else { return false }
      }
    }
    if let declarations, !Self.set(all: declarations, in: &style, isBox, own) { return false }
    if let declared = self.declarations[node], !Self.set(all: declared, in: &style, false, own) { return false }
    if !clipPaths.isEmpty, let path = clipPaths[node] {
      (style.effects.clip, style.effects.clipShape) = (nil, SVGClipShape(path))
    }
    return true
  }

  /// Sets properties from the declarations of a `style` attribute: first those of colour and font, to which the others
  /// may refer.
  private static func set(
    all declarations: SVGValue, in style: inout SVGStyle, _ isBox: Bool, _ own: (SVGAttribute, SVGValue) -> Bool?
  ) -> Bool {
    let parts = declarations.split(UInt8(ascii: ";"))
    func isFirst(_ part: SVGValue) -> Bool { part.hasPrefix("color") || part.hasPrefix("font") }
    return parts.allSatisfy { !isFirst($0) || set($0, in: &style, isBox, own) }
      && parts.allSatisfy { isFirst($0) || set($0, in: &style, isBox, own) }
  }

  /// Sets a property from a declaration of a `style` attribute; an empty one has no effect. Geometry properties of the
  /// element (SVG 2 §8) are passed to `own`.
  private static func set(
    _ declaration: SVGValue, in style: inout SVGStyle, _ isBox: Bool, _ own: (SVGAttribute, SVGValue) -> Bool?
  ) -> Bool {
    guard !declaration.isEmpty else { return true }
    let parts = declaration.split(UInt8(ascii: ":"), most: 2)
    guard parts.count == 2 else { return true }
    guard let property = SVGAttribute.byName[parts[0].text] else { return true }
    if isBox, !property.isInherited || property.isComputedForBoxes { return true }
    guard let value = parts[1].withoutImportance.withoutVariables else { return true }
    return style.set(property, value) ?? own(property, value) ?? true
  }
}

extension SVGAttribute {
  /// Whether the attribute is part of the styles of a document (`SVGHints`).
  fileprivate var isCascaded: Bool {
    switch self {
    case .display, .visibility, .direction, .fontFamily, .fontWeight, .fontStyle, .fontStretch, .fontVariant,
      .letterSpacing, .wordSpacing, .imageRendering, .writingMode, .textOrientation:
      true
    default: false
    }
  }

  /// Whether the property is also computed for boxes of HTML documents.
  fileprivate var isComputedForBoxes: Bool {
    switch self {
    case .color, .visibility, .fontFamily, .fontSize, .fontWeight, .fontStyle: true
    default: false
    }
  }
}
