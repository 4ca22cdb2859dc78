import Glibc
import Layout
import Markup

/// Markers (SVG 2 §13.7).
extension SVGReader {
  /// Adds the markers of a shape in its coordinates. Returns false if anything is not supported.
  func addMarkers(to path: SVGPath, _ style: SVGStyle) -> Bool {
    let vertices = path.vertices
    let outer = context
    context = (style.fill, style.stroke)
    defer { context = outer }
    var known: [String: SVGMarker] = [:]
    for (index, vertex) in vertices.enumerated() {
      let (isFirst, isLast) = (index == 0, index == vertices.count - 1)
      var names: [(id: String?, isStart: Bool)] = []
      if isFirst { names.append((style.effects.markers.start, true)) }
      if !isFirst && !isLast { names.append((style.effects.markers.middle, false)) }
      if isLast { names.append((style.effects.markers.end, false)) }
      for (id, isStart) in names {
        guard let id, let node = elementsByID[id], document.element(node) == .marker, !followed.contains(node) else {
          continue
        }
        guard let marker = known[id] ?? marker(node) else { return false }
        known[id] = marker
        guard add(marker, at: vertex, isStart: isStart, style) else { return false }
      }
    }
    return true
  }

  private func add(_ marker: SVGMarker, at vertex: SVGVertex, isStart: Bool, _ style: SVGStyle) -> Bool {
    references += 1
    followed.insert(marker.node)
    let outer = viewport
    defer {
      references -= 1
      followed.remove(marker.node)
      viewport = outer
    }
    guard count(marker.node) else { return false }
    guard marker.isShown else { return true }
    var group = marker.style
    if group.hasEffects { group.effects.origin = nil }
    group.transform = marker.transform(at: vertex, isStart: isStart, strokeWidth: style.line.width)
    return addGroup(group, isMarker: true) {
      drawing.operations.append(.beginViewport(marker.viewport))
      let size = marker.viewport.viewBox ?? marker.area
      viewport = Size(width: size.width, height: size.height)
      guard addChildren(of: marker.node, marker.style.inherited) else { return false }
      drawing.operations.append(.endViewport)
      return true
    }
  }

  /// Returns nil if a `marker` element has anything that is not supported.
  private func marker(_ node: NodeID) -> SVGMarker? {
    guard var style = inheritedStyle(of: node) else { return nil }
    var marker = SVGMarker(node: node, style: style)
    var lengths: [(SVGAttribute, SVGValue)] = []
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .viewBox: return setViewBox(value, &marker.viewport.viewBox)
      case .preserveAspectRatio: return setAlignment(value, &marker.viewport.alignment)
      case .overflow: marker.viewport.isClipped = !(value == "visible" || value == "auto")
      case .markerUnits: marker.scalesWithStroke = !(value == "userSpaceOnUse")
      case .orient: marker.setOrientation(value)
      case .markerWidth, .markerHeight, .refX, .refY: lengths.append((name, value))
      case .transform: return true
      default: return nil
      }
      return true
    }
    guard isSupported else { return nil }
    // It is shown also where its own element is not.
    style.isDisplayed = true
    marker.style = style
    for (name, value) in lengths where name == .markerWidth || name == .markerHeight {
      guard let number = length(value, of: name, marker.style) else { return nil }
      if name == .markerWidth { marker.area.width = number } else { marker.area.height = number }
    }
    // Percentages of the reference point refer to the view box.
    let box = marker.viewport.viewBox ?? marker.area
    for (name, value) in lengths where name == .refX || name == .refY {
      guard let number = marker.reference(value, box, isX: name == .refX) ?? marker.style.length(value) else {
        return nil
      }
      if name == .refX { marker.point.x = number } else { marker.point.y = number }
    }
    marker.place()
    return marker
  }
}
