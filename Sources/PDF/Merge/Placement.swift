// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The placement of an input page: an output page, the transformation of its coordinates, and the form that draws it.
struct Placement {
  var page: Int
  var matrix: PDFMatrix
  /// The number of the form; nil if the page is copied unchanged, or has no content.
  var form: Int?

  /// A destination on the page (ISO 32000-1, 12.3.2.2) in the coordinates of the output page.
  /// - Parameter items: the page and the copied parameters.
  func destination(_ items: [PDFObject]) -> [PDFObject] {
    guard matrix != .identity, items.count > 2, let kind = items[1].name else { return items }
    let numbers = items.dropFirst(2).map(\.number)
    switch kind {
    case "XYZ":
      var moved = items
      let place = matrix.point(numbers[0] ?? 0, numbers.count > 1 ? numbers[1] ?? 0 : 0)
      // Null keeps the reader's current coordinate. On a page turned by 90 or 270 degrees the two coordinates are
      // exchanged.
      if numbers[0] != nil || !matrix.isUpright { moved[2] = .rounded(place.x) }
      if numbers.count > 1, numbers[1] != nil || !matrix.isUpright { moved[3] = .rounded(place.y) }
      return moved
    case "FitH", "FitBH":
      guard matrix.isUpright, let top = numbers[0] else { return [items[0], .name("Fit")] }
      return [items[0], items[1], .rounded(matrix.point(0, top).y)]
    case "FitV", "FitBV":
      guard matrix.isUpright, let left = numbers[0] else { return [items[0], .name("Fit")] }
      return [items[0], items[1], .rounded(matrix.point(left, 0).x)]
    case "FitR":
      let sides = numbers.compactMap { $0 }
      guard sides.count == 4, numbers.count == 4 else { return [items[0], .name("Fit")] }
      let box = matrix.rectangle(PDFRectangle(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3]))
      return [items[0], items[1]] + [box.x0, box.y0, box.x1, box.y1].map(PDFObject.rounded)
    default: return items
    }
  }

  /// Entries of annotations whose values are points: x and y alternately (12.5.6).
  static let pointKeys: Set<PDFName> = ["QuadPoints", "L", "Vertices", "CL", "InkList"]

  /// The points of an annotation.
  static func points(_ object: PDFObject, _ matrix: PDFMatrix) -> PDFObject {
    guard case .array(let items) = object else { return object }
    if items.contains(where: { $0.array != nil }) { return .array(items.map { points($0, matrix) }) }
    var moved: [PDFObject] = []
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let place = matrix.point(items[index].number ?? 0, items[index + 1].number ?? 0)
      moved += [.rounded(place.x), .rounded(place.y)]
    }
    return .array(moved)
  }

  static func rectangle(_ object: PDFObject, _ matrix: PDFMatrix) -> PDFObject {
    let sides = (object.array ?? []).compactMap(\.number)
    guard sides.count == 4 else { return object }
    return .rectangle(matrix.rectangle(PDFRectangle(x0: sides[0], y0: sides[1], x1: sides[2], y1: sides[3])))
  }
}
