import Layout
import Markup
import Style

/// Reads `filter` (filter-effects-1 §5, §8).
extension SVGReader {
  /// A primitive or an input takes as long as so many bytes.
  private static let primitiveWork = 1024.0

  /// The filter of an element.
  /// - Returns: nil if it has anything that is not supported; `.some(nil)` if it has no effect.
  func filter(_ style: SVGStyle) -> SVGFilter?? {
    guard style.hasEffects, let value = style.effects.filter, !isClip else { return .some(nil) }
    // A value that is not valid, or that refers to something else, has no effect.
    guard let parts = SVGFilterValue.parts(value, style) else { return .some(nil) }
    var filter = SVGFilter()
    for part in parts {
      switch part {
      case .function(let primitives): filter.add(SVGFilter.Stage(), primitives)
      case .reference(let id):
        guard let node = elementsByID[id], document.markup.name(node) == "filter" else { return .some(nil) }
        guard let own = self.filter(node) else { return nil }
        filter.add(own)
      }
      guard filter.primitives.count <= SVGFilter.mostPrimitives else { return nil }
    }
    guard countReference(Self.primitiveWork * filter.work) else { return nil }
    return .some(filter.isEmpty ? nil : filter)
  }

  /// Reads a `filter` element, once. Returns nil if it is not supported.
  private func filter(_ node: NodeID) -> SVGFilter? {
    if let known = filters[node] { return known }
    guard countReference(to: node), var style = inheritedStyle(of: node) else { return nil }
    var region = SVGRegionReader(x: "-10%", y: "-10%", width: "120%", height: "120%")
    var stage = SVGFilter.Stage()
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .filterUnits: region.usesBox = !(value == "userSpaceOnUse")
      case .primitiveUnits: stage.usesBox = value == "objectBoundingBox"
      default: return region.set(name, value)
      }
      return true
    }
    guard isSupported, let area = region.region({ length($1, of: $0, style) }) else { return nil }
    stage.region = area
    var reader = SVGFilterReader(self, stage, style.inherited, isLinear: usesLinearColors(node))
    for child in document.markup.children(of: node) where document.markup[child].kind == .element {
      guard reader.add(child) else { return nil }
    }
    var filter = SVGFilter()
    // Without primitives, nothing is shown.
    filter.add(stage, reader.primitives.isEmpty ? [SVGFilterPrimitive(operation: .merge)] : reader.primitives)
    filters[node] = filter
    return filter
  }

  /// Whether the primitives in an element compute with linear colours, unless they specify it themselves (§10).
  private func usesLinearColors(_ node: NodeID) -> Bool {
    var element = node
    while !element.isNone, document.markup[element].namespace == .svg {
      var (scratch, found) = (SVGStyle(), Bool?.none)
      _ = document.setProperties(of: element, in: &scratch) { name, value in
        if name == .colorInterpolationFilters, !(value == "inherit") { found = value == "linearRGB" }
        return true
      }
      if let found { return found }
      element = document.markup[element].parent
    }
    return true
  }
}
