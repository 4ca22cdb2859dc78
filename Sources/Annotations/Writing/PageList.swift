import PDFObjects

/// A file's pages, walked only as far as they are asked for.
struct PageList {
  private var tree: PageTree
  private var pages: [PDFPage] = []

  init(_ file: PDFFile) throws(PDFError) { tree = try PageTree(file) }

  /// The page `index`, from 0; nil past the last one.
  mutating func page(_ index: Int) throws(PDFError) -> PDFPage? {
    while pages.count <= index, let page = try tree.next() { pages.append(page) }
    return index < pages.count ? pages[index] : nil
  }
}

/// The annotations of one page while an update is made.
struct PageAnnotations {
  struct Item {
    var object: PDFObject
    /// Whether this update adds or changes it.
    var isNew = false
  }
  let page: PDFPage
  private(set) var items: [Item]
  private var indexOfName: [String: Int] = [:]
  private(set) var isChanged = false

  init(_ page: PDFPage, in writer: AppendWriter) throws(PDFError) {
    self.page = page
    items = try writer.annotations(of: page).map { Item(object: $0) }
    for (index, item) in items.enumerated() {
      // What cannot be read has no name, and stays as it is.
      guard let name = (try? writer.resolve(item.object))?.dictionary.flatMap({ writer.name(of: $0) }) else { continue }
      if indexOfName[name] == nil { indexOfName[name] = index }
    }
  }

  func index(ofName name: String) -> Int? { indexOfName[name] }

  func index(ofObject number: Int) -> Int? { items.firstIndex { $0.object.reference?.number == number } }

  mutating func append(_ object: PDFObject, name: String?) {
    if let name, indexOfName[name] == nil { indexOfName[name] = items.count }
    items.append(Item(object: object, isNew: true))
    isChanged = true
  }

  /// - Parameter name: the name that it has from now on.
  mutating func replace(_ index: Int, with object: PDFObject, name: String?) {
    if items[index].object != object { isChanged = true }
    items[index] = Item(object: object, isNew: true)
    if let name { indexOfName[name] = index }
  }

  /// What is removed leaves a null, so that indices hold until the end.
  mutating func remove(_ index: Int) {
    items[index].object = .null
    isChanged = true
    indexOfName = indexOfName.filter { $0.value != index }
  }

  var remaining: [PDFObject] { items.map(\.object).filter { !$0.isNull } }
}

extension AppendWriter {
  /// The `/NM` of an annotation.
  func name(of annotation: PDFDictionary) -> String? {
    (try? resolve(annotation["NM"]))?.string.map { TextString.decode($0) }
  }
}
