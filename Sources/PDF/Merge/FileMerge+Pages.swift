/// Pages of their own size.
extension FileMerge {
  mutating func addPages(_ selected: [PDFPage], of part: Part, _ copier: ObjectCopier) throws(PDFError) {
    if let layout = part.sheets { return try addSheets(selected, layout, part.documents, copier) }
    let numbers = selected.map { _ in output.reserve() }
    for (index, page) in selected.enumerated() {
      guard let reference = page.reference else { continue }
      if part.scale != 1 || part.stamps.indices.contains(index) && !part.stamps[index].isEmpty {
        copier.place(reference, Placement(page: numbers[index], matrix: .scale(part.scale)))
      } else {
        copier.replace(reference, by: numbers[index])
      }
    }
    for (index, page) in selected.enumerated() {
      let stamps = part.stamps.indices.contains(index) ? part.stamps[index] : PageStamps()
      try copy(page, as: numbers[index], scale: part.scale, stamps, copier)
    }
    pages += numbers
  }

  func dictionary(of page: PDFPage, _ copier: ObjectCopier) throws(PDFError) -> PDFDictionary {
    guard let reference = page.reference, case .dictionary(var entries) = try copier.file.object(reference) else {
      throw PDFError(code: .pageTree, message: "Page \(page.index + 1) is not a dictionary.")
    }
    for key in ["Resources", "MediaBox", "CropBox", "Rotate"] as [PDFName] where entries[key].isNull {
      entries[key] = try copier.inherited(key, by: entries)
    }
    // Required (7.7.3.3); without it, readers choose a size.
    if entries["MediaBox"].isNull { entries["MediaBox"] = .rectangle(page.mediaBox) }
    // Beads belong to articles, which are not copied.
    for key in ["Parent", "B"] as [PDFName] { entries[key] = .null }
    return entries
  }

  private func copy(
    _ page: PDFPage, as number: Int, scale: Double, _ stamps: PageStamps, _ copier: ObjectCopier
  ) throws(PDFError) {
    var original = try dictionary(of: page, copier)
    var content = FormContent()
    if scale != 1 || !stamps.isEmpty, let reference = page.reference {
      let pageForm = PageForm(copier: copier, output: output)
      let form = try pageForm.write(original, box: page.mediaBox, matrix: .scale(scale))
      copier.setForm(form, of: reference)
      for stamp in stamps.below { content.draw(stamp, on: page, scale) }
      if let form { content.draw(form) }
      for stamp in stamps.above { content.draw(stamp, on: page, scale) }
      for key in ["Resources", "Contents", "Group", "StructParents"] as [PDFName] { original[key] = .null }
    }
    let annotations = original["Annots"]
    if scale != 1 { original["Annots"] = .null }
    var copy = try copier.entries(original)
    content.apply(to: &copy, output)
    if scale != 1 {
      let annotations = try copier.annotations(annotations, .scale(scale))
      if !annotations.isEmpty { copy["Annots"] = .array(annotations) }
      for key in ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as [PDFName] where !original[key].isNull {
        copy[key] = Placement.rectangle(try copier.file.resolve(original[key]), .scale(scale))
      }
    }
    copy["Parent"] = .reference(to: pageTree)
    output.write(.dictionary(copy), as: number)
  }
}
