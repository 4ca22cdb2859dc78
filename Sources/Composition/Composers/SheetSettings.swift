import JSON
import PDF

/// The member `sheets` of a payload or of a kind's file.
enum SheetSettings {
  private static let known: Set<String> = [
    "order", "columns", "rows", "size", "scale", "gap", "margin", "right_to_left",
  ]

  static func layout(_ fields: Fields) throws(CompositionError) -> SheetLayout {
    if let unknown = fields.names(except: known).first {
      throw CompositionError(
        .invalidValue, "unknown; sheets have \(known.sorted().joined(separator: ", "))",
        at: fields.path(of: unknown).description)
    }
    var layout = SheetLayout()
    if let name = try fields.optionalString("order") {
      guard let order = SheetLayout.Order(rawValue: name) else {
        let orders = SheetLayout.Order.allCases.map(\.rawValue).joined(separator: ", ")
        throw CompositionError(.invalidValue, "expected one of \(orders)", at: fields.path(of: "order").description)
      }
      layout.order = order
    }
    layout.columns = try fields.optionalInteger("columns", in: 1...8) ?? 1
    layout.rows = try fields.optionalInteger("rows", in: 1...8) ?? 1
    if layout.order == .booklet, fields["columns"] != nil || fields["rows"] != nil {
      throw CompositionError(
        .invalidValue, "a booklet has two pages on each side; leave columns and rows out",
        at: fields.path(of: "order").description)
    }
    if let text = try fields.optionalString("size") {
      guard let size = PaperSize(text) else {
        throw CompositionError(
          .invalidValue, "expected a size such as A4, A3 landscape or 210mm 297mm",
          at: fields.path(of: "size").description)
      }
      layout.size = .init(width: size.width * 0.75, height: size.height * 0.75)
    }
    layout.scale = try scale(fields)
    layout.gap = try length("gap", fields)
    layout.margin = try length("margin", fields)
    layout.isRightToLeft = try fields.optionalBool("right_to_left") ?? false
    return layout
  }

  private static func scale(_ fields: Fields) throws(CompositionError) -> Double? {
    guard let decimal = try fields.optionalDecimal("scale") else { return nil }
    guard let scale = Double(decimal.description), (0.1...4).contains(scale) else {
      throw CompositionError(
        .invalidValue, "expected a number from 0.1 to 4", at: fields.path(of: "scale").description)
    }
    return scale
  }

  /// A length in points; 0 if it is absent.
  private static func length(_ name: String, _ fields: Fields) throws(CompositionError) -> Double {
    guard let text = try fields.optionalString(name) else { return 0 }
    guard let length = PaperSize.length(text, in: 0...378) else {
      throw CompositionError(
        .invalidValue, "expected a length such as 5mm, at most 100mm", at: fields.path(of: name).description)
    }
    return length * 0.75
  }
}

extension RenderedDocument {
  /// The document with its pages placed on sheets.
  /// - Parameters:
  ///   - documents: the documents of a binder, as ranges of its pages.
  ///   - conformance: what the file shall state.
  func placed(
    on sheets: SheetLayout, documents: [Range<Int>] = [], recorded: String = "", conformance: MergedConformance? = nil
  ) throws(CompositionError) -> RenderedDocument {
    do throws(PDFError) {
      let file = try PDFFile(bytes: pdf)
      var part = FileMerge.Part(file)
      part.sheets = sheets
      part.documents = documents
      var merge = FileMerge(sharesEqualObjects: false)
      try merge.add(part)
      var document = self
      document.pdf = try merge.finish(information: file.information(), recorded: recorded, conformance: conformance)
      document.pages = sheets.sizes(of: try file.pages(), documents: documents).map {
        PageMeasure(width: $0.width, height: $0.height)
      }
      if !parts.isEmpty {
        for (index, original) in try PDFFile(bytes: document.pdf).originals().enumerated() {
          document.parts[index].firstPage = original.firstPage + 1
        }
      }
      return document
    } catch {
      throw CompositionError(.renderingFailed, error.description, at: "$.sheets")
    }
  }
}
