import Layout
import Markup

/// Groups with the properties of elements: transforms, opacity, clips and masks (css-masking-1).
extension SVGReader {
  /// Adds what `content` adds as a group with the properties of an element.
  /// - Parameters:
  ///   - isGroup: whether there is a group.
  ///   - isMarker: whether it is a marker.
  ///   - link: where the content leads.
  /// - Returns: false if anything is not supported.
  func addGroup(
    _ style: SVGStyle, if isGroup: Bool = true, isMarker: Bool = false, link: SVGLink? = nil, content: () -> Bool
  ) -> Bool {
    guard isGroup else { return content() }
    guard var group = group(style) else { return false }
    (group.isMarker, group.link) = (isMarker, link)
    if link != nil { drawing.hasLinks = true }
    let (work, outer) = (drawing.work, boxWork)
    drawing.operations.append(.beginGroup(group))
    guard content() else { return false }
    drawing.operations.append(.endGroup)
    guard group.needsBox || group.filter != nil || group.clipShape?.needsBox == true || link != nil else {
      return true
    }
    // The content is placed once more to find the box around it or to draw its text, but not for the boxes in it.
    let own = drawing.work - work - (boxWork - outer)
    boxWork += own
    return count(Int(own))
  }

  /// Returns nil if anything is not supported.
  private func group(_ style: SVGStyle) -> SVGDrawing.Group? {
    var group = SVGDrawing.Group(transform: style.transform, origin: style.effects.origin, opacity: style.opacity)
    // Shapes of clips have no other properties.
    if isClip {
      group.opacity = 1
    } else {
      (group.blend, group.isIsolated) = (style.effects.blend, style.effects.isIsolated)
    }
    group.clipShape = style.effects.clipShape
    setOrigin(&group)
    if group.blend != nil { isBlended = true }
    guard let filter = filter(style) else { return nil }
    group.filter = filter
    // A mask that refers to itself has no effect.
    if let id = style.effects.mask, !isClip, let target = elementsByID[id], document.element(target) == .mask,
      !followed.contains(target)
    {
      guard let mask = mask(target) else { return nil }
      group.masks.append(mask)
    }
    if let id = style.effects.clip, let target = elementsByID[id], document.element(target) == .clipPath {
      guard addClip(target, to: &group) else { return nil }
    }
    return group
  }

  /// An origin in the viewport does not depend on the content.
  private func setOrigin(_ group: inout SVGDrawing.Group) {
    guard let origin = group.origin, origin.box == .view || group.transform == .identity && origin.shift == nil
    else { return }
    group.transform = transform(group.transform, around: origin)
    group.origin = nil
  }

  /// A transform around an origin in the viewport.
  func transform(_ transform: AffineTransform, around origin: SVGOrigin) -> AffineTransform {
    let size = viewport ?? Size(width: 0, height: 0)
    return origin.transform(transform, in: Rect(x: 0, y: 0, width: size.width, height: size.height))
  }

  // MARK: Clips

  /// Adds the clip of a `clipPath` element (css-masking-1 §6). Returns false if it is not supported.
  private func addClip(_ node: NodeID, to group: inout SVGDrawing.Group) -> Bool {
    guard !followed.contains(node) else { return true }
    guard var style = inheritedStyle(of: node) else { return false }
    var usesBox = false
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      guard name == .clipPathUnits else { return nil }
      usesBox = value == "objectBoundingBox"
      return true
    }
    guard isSupported else { return false }
    if let origin = style.effects.origin {
      style.transform = transform(style.transform, around: origin)
      style.effects.origin = nil
    }
    if let shape = onlyShape(of: node), style.effects.clip == nil, style.effects.clipShape == nil {
      guard countReference(to: node) else { return false }
      guard var clip = clip(shape, style.inherited) else { return false }
      clip.transform = style.transform.concatenating(clip.transform)
      clip.usesBox = usesBox
      group.clip = clip
      return true
    }
    let content = record(node) {
      let wasClip = isClip
      isClip = true
      defer { isClip = wasClip }
      style.opacity = 1
      return addGroup(style) { addChildren(of: node, style.inherited) }
    }
    guard let content else { return false }
    group.masks.append(SVGMask(operations: content, isLuminance: false, usesBox: usesBox))
    return true
  }

  /// The only child of an element if it is a shape without effects.
  private func onlyShape(of node: NodeID) -> NodeID? {
    let children = document.markup.children(of: node).filter { document.markup[$0].kind == .element }
    guard children.count == 1, document.element(children[0])?.isShape == true else { return nil }
    let hasEffects = document.markup.attributes(of: children[0]).contains {
      [.clipPath, .style, .transformBox].contains(document.meaning(of: $0))
    }
    return hasEffects || document.isStyled(children[0]) ? nil : children[0]
  }

  /// A clip by one shape. Returns nil if it is not supported.
  private func clip(_ node: NodeID, _ inherited: SVGStyle) -> SVGDrawing.Clip? {
    var style = inherited
    guard let kind = document.element(node), let path = path(of: node, kind, &style) else { return nil }
    let isShown = style.isDisplayed && style.isVisible
    if let origin = style.effects.origin { style.transform = transform(style.transform, around: origin) }
    return SVGDrawing.Clip(
      path: isShown ? path ?? SVGPath() : SVGPath(), rule: style.clipsEvenOdd ? .evenOdd : .winding,
      transform: style.transform)
  }

  // MARK: Masks

  /// Reads a `mask` element (css-masking-1 §7). Returns nil if it is not supported.
  private func mask(_ node: NodeID) -> SVGMask? {
    guard var style = inheritedStyle(of: node) else { return nil }
    var region = SVGRegionReader(x: "-10%", y: "-10%", width: "120%", height: "120%")
    var (isLuminance, contentUsesBox) = (true, false)
    let isSupported = document.setProperties(of: node, in: &style) { name, value in
      switch name {
      case .maskUnits: region.usesBox = !(value == "userSpaceOnUse")
      case .maskContentUnits: contentUsesBox = value == "objectBoundingBox"
      case .maskType: isLuminance = !(value == "alpha")
      default: return region.set(name, value)
      }
      return true
    }
    guard isSupported, let area = inViewport(of: node, { region.region { length($1, of: $0, style) } }),
      let content = record(node, { addChildren(of: node, style.inherited) })
    else { return nil }
    return SVGMask(operations: content, isLuminance: isLuminance, area: area, usesBox: contentUsesBox)
  }

  func addChildren(of node: NodeID, _ style: SVGStyle) -> Bool {
    document.markup.children(of: node).allSatisfy { child in
      document.markup[child].kind != .element || add(child, style, depth: depth + 1)
    }
  }

  /// A layer of a mask takes as long as so many bytes.
  private static let layerWork = 4096.0

  /// What `content` adds for a definition, which is read once. Returns nil if it is not supported.
  func record(_ node: NodeID, _ content: () -> Bool) -> [SVGDrawing.Operation]? {
    if let known = recorded[node] {
      return countReference(known.work + Self.layerWork) ? known.operations : nil
    }
    guard countReference(Self.layerWork) else { return nil }
    let (outer, work) = (drawing.operations, drawing.work)
    drawing.operations = []
    references += 1
    followed.insert(node)
    defer {
      drawing.operations = outer
      references -= 1
      followed.remove(node)
    }
    guard inViewport(of: node, content) else { return nil }
    recorded[node] = (drawing.operations, drawing.work - work)
    return drawing.operations
  }
}
