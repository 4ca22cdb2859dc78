import Foundation

/// Small valid files: with a cross-reference table, with a cross-reference stream and an object stream, and hybrid.
enum SamplePDF {
  static var all: [[UInt8]] { [table, stream, hybrid] }

  private static let objects = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 8 0 R]/Count 2/MediaBox[0 0 200 100]>>",
    "<</Type/Page/Parent 2 0 R/Rotate 90/CropBox[10 10 190 90]/Annots[4 0 R 5 0 R 6 0 R 7 0 R]>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/NM(old)/Contents(before)/Popup 5 0 R/OwnKey 42>>",
    "<</Type/Annot/Subtype/Popup/Rect[9 9 99 99]/Parent 4 0 R>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/NM(answer)/IRT 4 0 R/State(Accepted)/StateModel(Review)>>",
    "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/NM(field)>>", "<</Type/Page/Parent 2 0 R/UserUnit 2>>",
  ]

  private static func body() -> (file: [UInt8], offsets: [Int]) {
    var file = Array("%PDF-1.7\n".utf8)
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.count)
      file += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    return (file, offsets)
  }

  static let table: [UInt8] = {
    let (file, offsets) = body()
    var text = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(format: "%010ld 00000 n \n", offset) }
    text += "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/ID[<00><00>]>>\nstartxref\n\(file.count)\n%%EOF\n"
    return file + Array(text.utf8)
  }()

  /// All objects but the catalog in an object stream.
  static let stream: [UInt8] = {
    let first = Array("%PDF-1.7\n1 0 obj\n\(objects[0])\nendobj\n".utf8)
    var numbers = ""
    var inside = ""
    for (index, object) in objects.enumerated().dropFirst() {
      numbers += "\(index + 1) \(inside.utf8.count) "
      inside += object + " "
    }
    let container = objects.count + 1
    let section = objects.count + 2
    var file = first
    let dictionary = "/Type/ObjStm/N \(objects.count - 1)/First \(numbers.utf8.count)"
    file += Array(
      ("\(container) 0 obj\n<<\(dictionary)/Length \(numbers.utf8.count + inside.utf8.count)>>\nstream\n"
        + "\(numbers)\(inside)\nendstream\nendobj\n").utf8)
    var rows = row(0, 0, 255) + row(1, 9, 0)
    for index in 1..<objects.count { rows += row(2, container, index - 1) }
    rows += row(1, first.count, 0) + row(1, file.count, 0)
    let place = file.count
    file += Array(
      ("\(section) 0 obj\n<</Type/XRef/Size \(section + 1)/Root 1 0 R/W[1 2 1]/ID[<00><00>]/Length \(rows.count)>>\n"
        + "stream\n").utf8)
    return file + rows + Array("\nendstream\nendobj\nstartxref\n\(place)\n%%EOF\n".utf8)
  }()

  /// A table, and a stream for the last object (ISO 32000-1, 7.5.8.4).
  static let hybrid: [UInt8] = {
    var (file, offsets) = body()
    let number = objects.count + 1
    let stream = file.count
    let rows = row(1, offsets[offsets.count - 1], 0)
    file += Array(
      ("\(number) 0 obj\n<</Type/XRef/Size \(number)/W[1 2 1]/Index[\(number - 1) 1]/Root 1 0 R/Length \(rows.count)>>\n"
        + "stream\n").utf8)
    file += rows + Array("\nendstream\nendobj\n".utf8)
    let place = file.count
    var text = "xref\n0 \(offsets.count)\n0000000000 65535 f \n"
    for offset in offsets.dropLast() { text += String(format: "%010ld 00000 n \n", offset) }
    text += "trailer\n<</Size \(number)/Root 1 0 R/XRefStm \(stream)/ID[<00><00>]>>\nstartxref\n\(place)\n%%EOF\n"
    return file + Array(text.utf8)
  }()

  private static func row(_ type: UInt8, _ second: Int, _ third: Int) -> [UInt8] {
    [type, UInt8(second >> 8 & 0xFF), UInt8(second & 0xFF), UInt8(third & 0xFF)]
  }
}
