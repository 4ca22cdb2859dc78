/// The pages of a file up to the last one requested. The page tree is read once and as far as needed.
final class PageCache {
  private var tree: PageTree
  private var pages: [PDFPage] = []
  /// The error that ended reading.
  private var failure: PDFError?

  /// - Parameter file: a copy that does not hold this cache, to avoid a reference cycle.
  init(_ file: PDFFile) throws(PDFError) { tree = try PageTree(file) }

  /// The page `index`, from 0; nil after the last one.
  func page(_ index: Int) throws(PDFError) -> PDFPage? {
    while pages.count <= index {
      if let failure { throw failure }
      do throws(PDFError) {
        guard let page = try tree.next() else { return nil }
        pages.append(page)
      } catch {
        failure = error
        throw error
      }
    }
    return index >= 0 ? pages[index] : nil
  }
}

extension PDFFile {
  /// The page `index`, from 0; nil after the last one. The first access also reads the preceding pages. `/Count` is
  /// ignored.
  package func page(_ index: Int) throws(PDFError) -> PDFPage? {
    if let pageCache { return try pageCache.page(index) }
    let cache = try PageCache(PDFFile(copying: self))
    pageCache = cache
    return try cache.page(index)
  }

  /// Moves the caches of `before` to this later revision, which adds only annotations, so pages and signatures are the
  /// same. The cache by offset is moved, not shared: another revision may be appended to `before` as well, and the same
  /// offset would then have different contents.
  package func moveCaches(from before: PDFFile) {
    pageCache = before.pageCache
    cachedSignatures = before.cachedSignatures
    cachedFacts = before.cachedFacts
    cachedDocumentObjects = before.cachedDocumentObjects
    before.cachedFacts = [:]
  }
}
