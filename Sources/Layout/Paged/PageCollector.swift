import Markup
import Resources
import Style

/// Turns the fragments of a page in progress into a `Page`: flat, absolute, with links, places and outline entries.
struct PageCollector {
  private let document: Document
  private(set) var destinations: [String: Destination] = [:]
  private(set) var outline: [OutlineItem] = []
  /// `string-set` values by page (css-gcpm-3 §1.1).
  private(set) var strings = NamedStrings()
  private var areas: [Rect] = []
  private var seen: Set<NodeID> = []

  init(document: Document) { self.document = document }

  /// Where a walk stands.
  private struct Place {
    var x, y: Double
    /// The padding box of the nearest positioned ancestor.
    var containing: Rect
  }

  mutating func collect(
    _ content: FragmentID?, area: Rect, pageStyle: PageStyle, edges: UsedEdges, into page: inout Page, number: Int, flow: inout Flow
  ) {
    areas.append(area)
    strings.beginPage()
    let sheet = Rect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    page.fragments.append(
      Fragment(frame: sheet, style: pageStyle.style, node: .none, subtreeEnd: 1, content: .background))
    if edges.border.top + edges.border.right + edges.border.bottom + edges.border.left > 0 {
      let frame = Rect(
        x: edges.margin.left, y: edges.margin.top, width: sheet.width - edges.margin.left - edges.margin.right,
        height: sheet.height - edges.margin.top - edges.margin.bottom)
      page.fragments.append(
        Fragment(frame: frame, style: pageStyle.style, node: .none, subtreeEnd: UInt32(page.fragments.count + 1), content: .box))
    }
    guard let content else { return close(&page) }
    let canvas = canvasBox(flow, root: root(of: content, flow))
    if let canvas {
      page.fragments.append(
        Fragment(
          frame: area, style: flow.tree[canvas].style, node: .none, subtreeEnd: UInt32(page.fragments.count + 1), content: .background))
      if let entry = flow.fragments.entries.firstIndex(where: { $0.box == canvas }), !hasBorder(flow, canvas) {
        flow.fragments.entries[entry].content = .fragment(.group)
      }
    }
    walk(content, Place(x: area.x, y: area.y, containing: area), into: &page, number: number, flow: &flow)
    close(&page)
  }

  private func close(_ page: inout Page) { page.fragments[0].subtreeEnd = UInt32(page.fragments.count) }

  /// The root's box: a root that is a table stands in a fragment of its own.
  private func root(of content: FragmentID, _ flow: Flow) -> BoxID {
    let entry = flow.fragments[content]
    guard entry.box.isNone else { return entry.box }
    var child = entry.firstChild
    while !child.isNone, flow.fragments[child].box.isNone { child = flow.fragments[child].nextSibling }
    return child.isNone ? .none : flow.fragments[child].box
  }

  /// The element whose background is the canvas's: the root, or else its body (css-backgrounds-3 §2.11.2).
  private func canvasBox(_ flow: Flow, root: BoxID) -> BoxID? {
    guard !root.isNone else { return nil }
    if flow[root].paint.hasBackground { return root }
    let body = flow.tree.children(of: root).first { !flow.tree[$0].node.isNone && document.isElement(flow.tree[$0].node, .body) }
    return body.flatMap { flow[$0].paint.hasBackground ? $0 : nil }
  }

  private func hasBorder(_ flow: Flow, _ box: BoxID) -> Bool {
    let border = flow[box].box.borderWidth
    return border.top + border.right + border.bottom + border.left > 0
  }

  /// Adds a fragment that stands by itself on a page, at its own position.
  mutating func append(_ fragment: FragmentID, to page: inout Page, number: Int, flow: inout Flow) {
    walk(fragment, Place(x: 0, y: 0, containing: areas[number]), into: &page, number: number, flow: &flow)
  }

  // MARK: - Walking

  private mutating func walk(_ id: FragmentID, _ place: Place, into page: inout Page, number: Int, flow: inout Flow) {
    let entry = flow.fragments[id]
    let x = place.x + entry.x
    let y = place.y + entry.y
    let frame = Rect(x: x, y: y, width: entry.width, height: entry.height)
    var inner = Place(x: x, y: y, containing: place.containing)
    let index = page.fragments.count
    note(entry, frame, number: number, flow)
    switch entry.content {
    case .position: break
    case .outOfFlow:
      placeOutOfFlow(entry.box, at: Point(x: x, y: y), place, into: &page, number: number, flow: &flow)
      return
    case .alignedOutOfFlow(let area):
      let (containing, alignment) = flow.staticAlignment(area, of: entry.box, at: Point(x: x, y: y), containing: place.containing)
      inner.containing = containing
      placeOutOfFlow(entry.box, at: Point(x: x, y: y), inner, aligned: alignment, into: &page, number: number, flow: &flow)
      return
    case .fragment(let content):
      page.fragments.append(
        Fragment(frame: frame, style: entry.style, node: entry.node, subtreeEnd: 0, edges: entry.edges, content: content))
      if flow[entry.style].box.position != .static || !flow[entry.style].paint.transforms.isEmpty {
        var border = flow[entry.style].box.borderWidth
        if case .collapsedBox(let halves) = content { border = halves }
        if case .group = content { border = Sides(0) }
        inner.containing = Rect(
          x: x + border.left, y: y + border.top, width: entry.width - border.left - border.right,
          height: entry.height - border.top - border.bottom)
      }
    case .text(var slice, let ascent):
      slice.baseline = y + ascent
      page.fragments.append(
        Fragment(frame: frame, style: entry.style, node: entry.node, subtreeEnd: 0, content: .text(slice)))
      addLink(entry.link, frame, to: &page, flow)
    case .layer(let area):
      let area = Rect(x: x + area.x, y: y + area.y, width: area.width, height: area.height)
      page.fragments.append(Fragment(frame: frame, style: entry.style, node: .none, subtreeEnd: 0, content: .layer(area: area)))
    case .image(let image):
      let area = Rect(x: x + image.area.x, y: y + image.area.y, width: image.area.width, height: image.area.height)
      page.fragments.append(
        Fragment(
          frame: frame, style: entry.style, node: entry.node, subtreeEnd: 0, edges: entry.edges,
          content: content(of: flow.tree.replaced[Int(image.replaced)], area)))
      addLink(entry.link, frame, to: &page, flow)
    }
    var child = entry.firstChild
    while !child.isNone {
      walk(child, inner, into: &page, number: number, flow: &flow)
      child = flow.fragments[child].nextSibling
    }
    if case .position = entry.content { return }
    page.fragments[index].subtreeEnd = UInt32(page.fragments.count)
  }

  private func content(of replaced: ReplacedContent, _ area: Rect) -> Fragment.Content {
    switch replaced.kind {
    case .image(let image): .image(image, content: area)
    case .control(let control): .control(control)
    case .generated: .generated(content: area)
    case .blank: .box
    }
  }

  private func addLink(_ link: UInt32, _ frame: Rect, to page: inout Page, _ flow: Flow) {
    guard link != Box.absent else { return }
    let target = flow.tree.links[Int(link)]
    if let last = page.links.last, last.target == target, abs(last.frame.y - frame.y) < 0.5, abs(last.frame.maxX - frame.x) < 1 {
      page.links[page.links.count - 1].frame.width = frame.maxX - last.frame.x
    } else {
      page.links.append(LinkArea(frame: frame, target: target, node: flow.tree.linkNodes[Int(link)]))
    }
  }

  // MARK: - Places, outline, named strings

  private mutating func note(_ entry: FragmentArena.Entry, _ frame: Rect, number: Int, _ flow: Flow) {
    guard !entry.node.isNone else { return }
    let point = Point(x: frame.x, y: frame.y)
    if let id = document.attribute(entry.node, .id), destinations[id] == nil {
      destinations[id] = Destination(page: number, point: point)
    }
    if document.isElement(entry.node, .a), let name = document.attribute(entry.node, .name), destinations[name] == nil {
      destinations[name] = Destination(page: number, point: point)
    }
    let style = flow[entry.style]
    guard style.content.bookmarkLevel != nil || !style.content.stringSet.isEmpty, seen.insert(entry.node).inserted else { return }
    if let level = style.content.bookmarkLevel, level > 0 {
      let title = text(style.content.bookmarkLabel ?? [.elementText(.text)], of: entry.node)
      if !title.isEmpty {
        outline.append(
          OutlineItem(
            level: Int(level), title: title, isOpen: style.content.bookmarkOpen, destination: Destination(page: number, point: point)))
      }
    }
    for set in style.content.stringSet { strings.set(set.name, text(set.items, of: entry.node)) }
  }

  private func text(_ items: [ContentItem], of node: NodeID) -> String {
    let text = items.map { item in
      switch item {
      case .string(let text): text
      case .elementText: document.textContent(node)
      default: ""
      }
    }.joined()
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - Out of flow

  private mutating func placeOutOfFlow(
    _ box: BoxID, at point: Point, _ place: Place, aligned alignment: StaticAlignment? = nil, into page: inout Page, number: Int,
    flow: inout Flow
  ) {
    if flow[box].box.position == .fixed {
      if !flow.fixedBoxes.contains(where: { $0.box == box }) { flow.fixedBoxes.append((box, point)) }
      return
    }
    let fragment = flow.layoutAbsolute(box, staticPosition: point, containing: place.containing, alignment: alignment)
    walk(fragment, Place(x: 0, y: 0, containing: place.containing), into: &page, number: number, flow: &flow)
  }

  /// Fixed boxes stand on every page, in the page area (CSS 2.2 §9.6.1).
  mutating func addFixedBoxes(to page: inout Page, number: Int, flow: inout Flow) {
    for (box, point) in flow.fixedBoxes {
      flow.fragments.removeAll()
      let fragment = flow.layoutAbsolute(box, staticPosition: point, containing: areas[number])
      walk(fragment, Place(x: 0, y: 0, containing: areas[number]), into: &page, number: number, flow: &flow)
    }
    close(&page)
  }
}

/// Named strings as they stood on each page.
struct NamedStrings {
  struct Values {
    var start: String
    var first: String?
    var last: String
  }
  private(set) var pages: [[String: Values]] = []

  mutating func beginPage() {
    var values = pages.last ?? [:]
    for (name, value) in values { values[name] = Values(start: value.last, first: nil, last: value.last) }
    pages.append(values)
  }

  mutating func set(_ name: String, _ text: String) {
    guard let page = pages.indices.last else { return }
    var value = pages[page][name] ?? Values(start: "", first: nil, last: "")
    if value.first == nil { value.first = text }
    value.last = text
    pages[page][name] = value
  }

  func value(_ name: String, page: Int, at position: ContentItem.NamedPosition) -> String {
    guard pages.indices.contains(page), let value = pages[page][name] else { return "" }
    switch position {
    case .first: return value.first ?? value.start
    case .start: return value.start
    case .last: return value.last
    case .firstExcept: return value.first == nil ? value.start : ""
    }
  }
}
