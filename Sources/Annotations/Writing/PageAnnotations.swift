// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

/// The annotations of one page during an update.
struct PageAnnotations {
  struct Item {
    var object: PDFObject
    var name: String?
    /// Whether this update adds or modifies it.
    var isNew = false
  }
  let page: PDFPage
  private(set) var items: [Item] = []
  private var indexOfName: [String: Int] = [:]
  private var indexOfObject: [PDFReference: Int] = [:]
  /// Annotations that are deleted with another one: its pop-up and replies (12.5.6.2).
  private var dependents: [PDFReference: [Int]] = [:]
  private(set) var isChanged = false

  init(_ page: PDFPage, in writer: AppendWriter) throws(PDFError) {
    self.page = page
    let objects = try writer.annotations(of: page)
    for (index, object) in objects.enumerated() {
      if let reference = object.reference, indexOfObject[reference] == nil { indexOfObject[reference] = index }
    }
    for (index, object) in objects.enumerated() {
      // Unreadable entries have no name and are kept.
      let facts = writer.annotationFacts(of: object)
      items.append(Item(object: object, name: facts?.name))
      guard let facts else { continue }
      if let name = facts.name, indexOfName[name] == nil { indexOfName[name] = index }
      if let popup = facts.popup.flatMap({ indexOfObject[$0] }), let owner = object.reference {
        dependents[owner, default: []].append(popup)
      }
      if let owner = facts.owner { dependents[owner, default: []].append(index) }
      if let answered = facts.answered { dependents[answered, default: []].append(index) }
    }
  }

  func index(ofName name: String) -> Int? { indexOfName[name] }

  func index(ofObject number: Int) -> Int? {
    if let reference = PDFReference(number, 0), let index = indexOfObject[reference] { return index }
    return items.firstIndex { $0.object.reference?.number == number }
  }

  /// Indices of annotations that are deleted with another one.
  func dependents(of index: Int) -> [Int] { items[index].object.reference.flatMap { dependents[$0] } ?? [] }

  mutating func append(_ object: PDFObject, name: String?) {
    if let name, indexOfName[name] == nil { indexOfName[name] = items.count }
    if let reference = object.reference { indexOfObject[reference] = items.count }
    items.append(Item(object: object, name: name, isNew: true))
    isChanged = true
  }

  /// - Parameter name: the new name.
  mutating func replace(_ index: Int, with object: PDFObject, name: String?) {
    if items[index].object != object { isChanged = true }
    items[index] = Item(object: object, name: name ?? items[index].name, isNew: true)
    if let reference = object.reference { indexOfObject[reference] = index }
    if let name { indexOfName[name] = index }
  }

  /// Replaces the item by null, so that indices stay valid.
  mutating func remove(_ index: Int) {
    let item = items[index]
    if let name = item.name, indexOfName[name] == index { indexOfName[name] = nil }
    if let reference = item.object.reference, indexOfObject[reference] == index { indexOfObject[reference] = nil }
    items[index].object = .null
    isChanged = true
  }

  var remaining: [PDFObject] { items.map(\.object).filter { !$0.isNull } }
}
