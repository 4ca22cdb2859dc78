// Section numbers are those of ISO 32000-1 unless another standard is named.

/// An iterator over the pages in the page tree (ISO 32000-1, 7.7.3). Each page is read when it is reached.
///
/// `/Count` and `/Type` are ignored: a dictionary with `/Kids` is a node, any other dictionary a page. A node that
/// occurs twice is an error, because it makes a loop or multiplies pages.
package struct PageTree {
  private let file: PDFFile
  private var stack: [Node]
  private var seen: Set<PDFReference> = []
  private var count = 0
  /// The number of kids of all nodes on the stack. It is limited, because many nodes may share one large array.
  private var held = 0

  /// Inheritable attributes (7.7.3.4).
  private struct Inherited {
    var mediaBox: PDFRectangle?
    var cropBox: PDFRectangle?
    var rotation = 0
  }

  private struct Node {
    var kids: [PDFObject]
    var next = 0
    var inherited: Inherited
  }

  /// - Throws: `PDFError` `pageTree` if the catalog names no page tree.
  package init(_ file: PDFFile) throws(PDFError) {
    self.file = file
    let pages = try file.catalog()["Pages"]
    guard case .dictionary(let root) = try file.resolve(pages) else {
      throw PDFError(code: .pageTree, message: "The catalog's /Pages is not a dictionary.")
    }
    stack = []
    if let reference = pages.reference { seen.insert(reference) }
    try push(root, Inherited(), pages.reference)
  }

  /// The next page; nil after the last.
  package mutating func next() throws(PDFError) -> PDFPage? {
    while let top = stack.indices.last {
      guard stack[top].next < stack[top].kids.count else {
        held -= stack.removeLast().kids.count
        continue
      }
      let kid = stack[top].kids[stack[top].next]
      stack[top].next += 1
      let object = try file.resolve(kid)
      guard case .dictionary(let dictionary) = object else {
        throw PDFError(
          code: .pageTree,
          message: "The page tree has \(object.kindName) (\(kid.kindName)) where page \(count + 1) should be.")
      }
      let inherited = try inherit(stack[top].inherited, dictionary)
      if !dictionary["Kids"].isNull {
        if let reference = kid.reference, !seen.insert(reference).inserted {
          throw PDFError(code: .pageTree, message: "The page tree contains node \(reference) twice.")
        }
        try push(dictionary, inherited, kid.reference)
      } else {
        guard count < file.limits.pages else {
          throw PDFError(code: .limit, message: "The file has more than \(file.limits.pages) pages.")
        }
        count += 1
        return try page(dictionary, inherited, kid.reference)
      }
    }
    return nil
  }

  private mutating func push(_ node: PDFDictionary, _ inherited: Inherited, _ reference: PDFReference?) throws(PDFError)
  {
    let kids = try file.resolve(node["Kids"])
    guard case .array(let kids) = kids else {
      let name = reference?.description ?? "(direct)"
      throw PDFError(code: .pageTree, message: "The /Kids of page tree node \(name) is \(kids.kindName), not an array.")
    }
    guard stack.count < file.limits.pageTreeDepth else {
      throw PDFError(code: .limit, message: "The page tree is deeper than \(file.limits.pageTreeDepth).")
    }
    held += kids.count
    guard held <= 2 * file.limits.pages else {
      throw PDFError(code: .limit, message: "The page tree has more than \(2 * file.limits.pages) kids at once.")
    }
    stack.append(Node(kids: kids, inherited: stack.isEmpty ? try inherit(inherited, node) : inherited))
  }

  private func inherit(_ parent: Inherited, _ node: PDFDictionary) throws(PDFError) -> Inherited {
    Inherited(
      mediaBox: try rectangle(node["MediaBox"]) ?? parent.mediaBox,
      cropBox: try rectangle(node["CropBox"]) ?? parent.cropBox,
      rotation: try rotation(node["Rotate"]) ?? parent.rotation)
  }

  private func page(
    _ dictionary: PDFDictionary, _ attributes: Inherited, _ reference: PDFReference?
  ) throws(PDFError) -> PDFPage {
    let mediaBox = attributes.mediaBox ?? .letter
    let unit = try file.resolve(dictionary["UserUnit"]).number ?? 1
    return PDFPage(
      index: count - 1, reference: reference, mediaBox: mediaBox,
      cropBox: attributes.cropBox.flatMap(mediaBox.intersection).flatMap(Self.sized) ?? mediaBox,
      rotation: attributes.rotation, userUnit: (Self.least...75_000).contains(unit) ? unit : 1)
  }

  private static func sized(_ box: PDFRectangle) -> PDFRectangle? {
    box.width >= least && box.height >= least ? box : nil
  }

  private func rotation(_ object: PDFObject) throws(PDFError) -> Int? {
    guard let value = try file.resolve(object).number, value.magnitude <= 1e9 else { return nil }
    let degrees = Int(value)
    return degrees.isMultiple(of: 90) ? (degrees % 360 + 360) % 360 : nil
  }

  /// The least side of a box and the least unit that are taken. Coordinates of tinier ones would exceed any range.
  private static let least = 0.001

  /// Returns nil if `object` is not a rectangle with an area (ISO 32000-1, 7.9.5).
  private func rectangle(_ object: PDFObject) throws(PDFError) -> PDFRectangle? {
    guard case .array(let items) = try file.resolve(object), items.count == 4 else { return nil }
    var sides: [Double] = []
    for item in items {
      guard let side = try file.resolve(item).number, side.magnitude <= 1e9 else { return nil }
      sides.append(side)
    }
    let rectangle = PDFRectangle(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])
    return Self.sized(rectangle)
  }
}

extension PDFFile {
  /// All pages in order.
  ///
  /// - Throws: `pageTree` also if the number of pages differs from `/Count`, because some readers rely on the one and
  ///   some on the other.
  package func pages() throws(PDFError) -> [PDFPage] {
    var tree = try PageTree(self)
    var pages: [PDFPage] = []
    while let page = try tree.next() { pages.append(page) }
    let root = try resolve(catalog()["Pages"]).dictionary
    if let stated = try resolve(root?["Count"] ?? .null).integer, stated != pages.count {
      throw PDFError(code: .pageTree, message: "The page tree's /Count is \(stated), but it has \(pages.count) pages.")
    }
    return pages
  }
}
