/// The pages of a file that were asked for, and all before them: the tree is walked once, and as far as needed.
final class PageCache {
  private var tree: PageTree
  private var pages: [PDFPage] = []
  /// Why the tree cannot be walked further.
  private var fault: PDFError?

  /// - Parameter file: one of its own, which does not lead back to who keeps this.
  init(_ file: PDFFile) throws(PDFError) { tree = try PageTree(file) }

  /// The page `index`, from 0; nil past the last one.
  func page(_ index: Int) throws(PDFError) -> PDFPage? {
    while pages.count <= index {
      if let fault { throw fault }
      do throws(PDFError) {
        guard let page = try tree.next() else { return nil }
        pages.append(page)
      } catch {
        fault = error
        throw error
      }
    }
    return index >= 0 ? pages[index] : nil
  }
}

extension PDFFile {
  /// The page `index`, from 0; nil past the last one. The first time it costs what the pages before it cost; `/Count`
  /// is not looked at.
  package func page(_ index: Int) throws(PDFError) -> PDFPage? {
    if let pageCache { return try pageCache.page(index) }
    let cache = try PageCache(PDFFile(copying: self))
    pageCache = cache
    return try cache.page(index)
  }

  /// Takes over what is known of `before`, of which this is a later revision that only annotates: pages and signatures
  /// are the same. What is known by offset is handed on, not shared: another revision may go on from `before` as well.
  package func takeOverKnowledge(of before: PDFFile) {
    pageCache = before.pageCache
    knownSignatures = before.knownSignatures
    knownFacts = before.knownFacts
    before.knownFacts = [:]
  }
}
