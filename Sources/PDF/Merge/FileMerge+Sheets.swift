/// Several pages on each page of the new file.
extension FileMerge {
  mutating func addSheets(
    _ selected: [PDFPage], _ layout: SheetLayout, _ documents: [Range<Int>], _ copier: ObjectCopier
  ) throws(PDFError) {
    let sizes = selected.map { SheetLayout.Size(width: $0.width, height: $0.height) }
    let sheets = layout.sheets(of: sizes, documents: documents.isEmpty ? [selected.indices] : documents)
    let numbers = sheets.map { _ in output.reserve() }
    for (sheet, number) in zip(sheets, numbers) {
      for cell in sheet.cells {
        guard let reference = selected[cell.page].reference else { continue }
        let matrix = selected[cell.page].displayMatrix.followed(by: cell.matrix)
        copier.place(reference, Placement(page: number, matrix: matrix))
      }
    }
    let pageForm = PageForm(copier: copier, output: output)
    for (sheet, number) in zip(sheets, numbers) {
      var content = FormContent()
      var annotations: [PDFObject] = []
      for cell in sheet.cells {
        let page = selected[cell.page]
        guard let reference = page.reference else { continue }
        let entries = try dictionary(of: page, copier)
        let matrix = page.displayMatrix.followed(by: cell.matrix)
        if let form = try pageForm.write(entries, box: page.cropBox, matrix: matrix) {
          copier.setForm(form, of: reference)
          content.draw(form)
        }
        annotations += try copier.annotations(entries["Annots"], matrix)
      }
      var entries: PDFDictionary = [
        "Type": .name("Page"), "Parent": .reference(to: pageTree),
        "MediaBox": .rectangle(PDFRectangle(x0: 0, y0: 0, x1: sheet.size.width, y1: sheet.size.height)),
      ]
      content.apply(to: &entries, output)
      if entries["Resources"].isNull { entries["Resources"] = .dictionary([:]) }
      if !annotations.isEmpty { entries["Annots"] = .array(annotations) }
      if copier.structureOffset != nil { entries["Tabs"] = .name("S") }
      output.write(.dictionary(entries), as: number)
    }
    pages += numbers
  }
}
