extension FileMerge {
  /// A file, and which of its pages to take.
  package struct Part {
    package var file: PDFFile
    /// The pages to take, from 0, in the order of the output, each at most once; nil for all.
    package var pages: [Int]?
    /// The factor by which pages are enlarged, or reduced if it is below 1.
    package var scale: Double
    /// The sheets on which pages are placed; nil for pages of their own size.
    package var sheets: SheetLayout?
    /// The documents as ranges of the taken pages, for `SheetLayout.Order.documents`.
    package var documents: [Range<Int>] = []
    /// The title of an outline item that contains the outline of the file; nil to add the outline's items themselves.
    package var title: String?
    /// The drawings on the pages that are taken, by index; pages beyond the end have none.
    package var stamps: [PageStamps] = []
    /// Whether the new file records how to restore this one (`PDFFile.originals`).
    package var isRestorable = false

    package init(_ file: PDFFile, pages: [Int]? = nil, scale: Double = 1) {
      self.file = file
      self.pages = pages
      self.scale = scale
    }
  }
}
