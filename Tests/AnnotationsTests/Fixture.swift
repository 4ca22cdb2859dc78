import ArchiveTesting
import PDF
import Testing

@testable import Annotations

/// Small files with given objects, numbered from 1.
enum Fixture {
  /// A page of 200 by 100 with a note "old", its pop-up, a reply "answer" and a form field.
  static let objects = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>",
    "<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R 6 0 R 7 0 R]>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/NM(old)/Contents(before)/Popup 5 0 R/OwnKey 42>>",
    "<</Type/Annot/Subtype/Popup/Rect[9 9 99 99]/Parent 4 0 R>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/NM(answer)/IRT 4 0 R>>",
    "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/NM(field)>>",
  ]

  static func pdf(_ objects: [String] = objects) -> [UInt8] {
    ArchiveTesting.Fixture.table(objects, trailer: "")
  }

  static func xfdf(_ annotations: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<xfdf xmlns=\"http://ns.adobe.com/xfdf/\">\(annotations)</xfdf>".utf8)
  }

  /// The annotation in an XFDF element.
  static func annotation(_ element: String) throws -> Annotation {
    let source = try XFDFReader.read(xfdf("<annots>\(element)</annots>"))
    guard case .put(let annotation)? = source.edits.first?.edit else {
      throw AnnotationError(.malformed, "no annotation in the test")
    }
    return annotation
  }

  /// The base with XFDF appended, reopened.
  static func file(_ annotations: String, base: [UInt8] = pdf()) throws -> PDFFile {
    let added = try AnnotationImport(xfdf(annotations), format: .xfdf, base: PDFFile(bytes: base))
    return try Assembly.assemble(base: base, segments: added.segment.isEmpty ? [] : [added.segment])
  }

  /// The annotations of the first page, as dictionaries.
  static func annotations(of file: PDFFile) throws -> [PDFDictionary] {
    let page = try #require(try file.page(0))
    return try AppendWriter(base: file).annotations(of: page).map { try #require(try file.resolve($0).dictionary) }
  }

  static func annotation(named name: String, of file: PDFFile) throws -> PDFDictionary {
    try #require(try annotations(of: file).first { $0["NM"].string == Array(name.utf8) })
  }

  /// The content streams of an annotation's appearance and the group in it.
  static func appearance(_ annotation: PDFDictionary, of file: PDFFile) throws -> String {
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).stream)
    var text = String(decoding: try file.decode(form), as: UTF8.self)
    let objects = form.dictionary["Resources"].dictionary?["XObject"].dictionary
    for (_, object) in objects?.entries ?? [] {
      let stream = try #require(try file.resolve(object).stream)
      text += String(decoding: try file.decode(stream), as: UTF8.self)
    }
    return text
  }
}

/// The `AnnotationError` thrown by `body`.
func failure(_ body: () throws -> Void) -> AnnotationError? {
  do {
    try body()
    return nil
  } catch {
    return error as? AnnotationError
  }
}
