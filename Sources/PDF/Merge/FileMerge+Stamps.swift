/// Pages that are drawn on others.
extension FileMerge {
  /// A page that is drawn on other pages, added by `addStamps`.
  package struct Stamp: Sendable {
    var form: Int
    /// The matrix from the form's space to the stamp as displayed.
    var matrix: PDFMatrix
    /// The height in points.
    var height: Double
  }

  /// The stamps of one page.
  package struct PageStamps: Sendable {
    /// Drawn before the content of the page, in order.
    package var below: [Stamp] = []
    /// Drawn after the content of the page, in order.
    package var above: [Stamp] = []
    package init() {}
    package var isEmpty: Bool { below.isEmpty && above.isEmpty }
  }

  /// Adds the pages of a file as stamps. Only their contents are used.
  package func addStamps(_ file: PDFFile) throws(PDFError) -> [Stamp] {
    _ = try Self.mergeableCatalog(of: file)
    let copier = ObjectCopier(file, output)
    var stamps: [Stamp] = []
    for page in try file.pages() {
      let entries = try dictionary(of: page, copier)
      let form = try PageForm(copier: copier, output: output).write(entries, box: page.cropBox)
      stamps.append(Stamp(form: form ?? 0, matrix: page.displayMatrix, height: page.height))
    }
    try copier.finish()
    return stamps
  }
}

extension FormContent {
  /// Draws a stamp upright, in the top left corner of the displayed page.
  mutating func draw(_ stamp: FileMerge.Stamp, on page: PDFPage, _ scale: Double) {
    guard stamp.form > 0 else { return }
    let matrix = stamp.matrix.followed(by: .translation(0, page.height - stamp.height)).followed(by: page.userMatrix)
      .followed(by: .scale(scale))
    draw(stamp.form, matrix: matrix, isArtifact: true)
  }
}
