import Layout
import Markup
import Paint
import Resources
import Style
import Testing
import TextShaping

/// A page of fragments without layout, and its pixels as letters.
struct Scene {
  var document: LaidOutDocument
  var images = ImageStore(loader: ResourceLoader())
  var fonts = FontSource(scaledFont: { _ in nil }, metrics: { _ in .square })

  var colorProfiles = ColorProfiles()

  init(width: Double, height: Double) {
    document = LaidOutDocument(pages: [Page(size: Size(width: width, height: height))])
  }

  /// Adds a style. `change` modifies the style of a block without decoration and with black text.
  mutating func style(_ change: (inout ComputedStyle) -> Void) -> StyleID {
    var style = ComputedStyle()
    style.box.display = .block
    change(&style)
    document.styles.append(style)
    return StyleID(UInt32(document.styles.count - 1))
  }

  /// Appends a fragment to the first page. Fragments that `children` appends are its descendants.
  mutating func add(
    _ frame: Rect, _ style: StyleID, _ content: Fragment.Content = .box, edges: Fragment.Edges = .all,
    node: NodeID = .none,
    children: (inout Scene) -> Void = { _ in }
  ) {
    let index = document.pages[0].fragments.count
    document.pages[0].fragments.append(
      Fragment(frame: frame, style: style, node: node, subtreeEnd: 0, edges: edges, content: content))
    children(&self)
    document.pages[0].fragments[index].subtreeEnd = UInt32(document.pages[0].fragments.count)
  }

  /// Places an image on a page, for a fragment.
  mutating func image(_ id: ImageID, in area: Rect, page: Int = 0) -> Fragment.Content {
    document.pages[page].images.append(PlacedImage(id, area: area))
    return .image(UInt32(document.pages[page].images.count - 1))
  }

  /// Appends a box with a background colour.
  mutating func fill(
    _ frame: Rect, _ color: Color, _ change: (inout ComputedStyle) -> Void = { _ in },
    children: (inout Scene) -> Void = { _ in }
  ) {
    let style = style {
      $0.paint.backgroundColor = color
      change(&$0)
    }
    add(frame, style, children: children)
  }

  var painter: Painter { Painter(document, images: images, fonts: fonts, colorProfiles: colorProfiles) }

  /// The first page as one letter per pixel; `?` for other colours.
  func grid() throws -> String {
    let (width, pixels) = try painter.pixels(page: 0)
    return stride(from: 0, to: pixels.count, by: width)
      .map { row in String(pixels[row..<row + width].map { Self.letters[$0] ?? "?" }) }
      .joined(separator: "\n")
  }

  private static let letters: [UInt32: Character] = [
    0xFFFFFF: "_", 0x000000: "K", 0xFF0000: "R", 0x00FF00: "G", 0x0000FF: "B", 0xFFFF00: "Y", 0x00FFFF: "C",
    0xFF00FF: "M",
    // Half transparent black and red on white.
    0x7F7F7F: "k", 0x808080: "k", 0xFF7F7F: "r", 0xFF8080: "r",
  ]
}

extension Color {
  static let red = Color(red: 1, green: 0, blue: 0)
  static let green = Color(red: 0, green: 1, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)
  static let yellow = Color(red: 1, green: 1, blue: 0)
}

extension Rect {
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(x: x, y: y, width: width, height: height)
  }
}
