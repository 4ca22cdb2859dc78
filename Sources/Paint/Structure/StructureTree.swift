import Layout
import Markup

/// Writes the structure tree (ISO 32000-1 §14.7) from what painting has marked: elements that show something, and those around
/// them, their kids in the order of the document.
struct StructureTree {
  private let recorder: StructureRecorder
  private var structure: DocumentStructure { recorder.structure }

  private enum Kid {
    case element(UInt32)
    case content(page: Int, number: Int)
    case annotation(page: Int, object: Int)
  }
  /// Link annotations: the element, and the annotation's page and object.
  private var annotations: [(element: UInt32, page: Int, object: Int)] = []

  init(_ recorder: StructureRecorder) { self.recorder = recorder }

  /// Takes in a link annotation, and gives its key in the parent tree.
  mutating func add(annotation object: Int, page: Int, node: NodeID, pageCount: Int) -> Int? {
    guard !node.isNone, let element = structure.element(around: node, role: .link) else { return nil }
    annotations.append((element, page, object))
    return pageCount + annotations.count - 1
  }

  /// The catalog's entries.
  func catalogEntries(_ file: inout PDFAssembly) -> String {
    let kids = kids()
    guard !kids[0].isEmpty else { return "" }
    let root = file.reserve()
    var numbers: [Int] = Array(repeating: 0, count: kids.count)
    for index in kids.indices where !kids[index].isEmpty { numbers[index] = file.reserve() }
    for index in kids.indices where !kids[index].isEmpty {
      let element = structure.elements[index]
      let parent = index == 0 ? root : numbers[Int(element.parent)]
      file.set(numbers[index], text(element, parent: parent, kids[index], numbers, file))
    }
    let parents = addParentTree(numbers, &file)
    let next = file.pages.count + annotations.count
    file.set(root, "<< /Type /StructTreeRoot /K \(numbers[0]) 0 R /ParentTree \(parents) 0 R /ParentTreeNextKey \(next) >>")
    return " /StructTreeRoot \(root) 0 R /MarkInfo << /Marked true >>"
  }

  /// By element; empty for those that show nothing.
  private func kids() -> [[(order: UInt32, kid: Kid)]] {
    var kids: [[(order: UInt32, kid: Kid)]] = Array(repeating: [], count: structure.elements.count)
    for mark in recorder.marks {
      kids[Int(mark.element)].append((mark.order, .content(page: Int(mark.page), number: Int(mark.number))))
    }
    for annotation in annotations {
      kids[Int(annotation.element)].append((.max, .annotation(page: annotation.page, object: annotation.object)))
    }
    // Children stand after their parents, so that going backwards each is complete before it is handed on.
    for index in kids.indices.reversed() where index > 0 && !kids[index].isEmpty {
      let element = structure.elements[index]
      kids[Int(element.parent)].append((element.order, .element(UInt32(index))))
    }
    for index in kids.indices where kids[index].count > 1 {
      // By place in the document, and as painted where that is the same.
      let sorted = kids[index].enumerated().sorted {
        ($0.element.order, rank($0.element.kid), $0.offset) < ($1.element.order, rank($1.element.kid), $1.offset)
      }
      kids[index] = sorted.map(\.element)
    }
    return kids
  }

  private func rank(_ kid: Kid) -> Int {
    if case .element(let index) = kid { Int(index) } else { -1 }
  }

  private func text(
    _ element: DocumentStructure.Element, parent: Int, _ kids: [(order: UInt32, kid: Kid)], _ numbers: [Int], _ file: PDFAssembly
  ) -> String {
    var page: Int?
    for entry in kids {
      if case .content(let first, _) = entry.kid {
        page = first
        break
      }
    }
    var text = "<< /Type /StructElem /S /\(element.role.rawValue) /P \(parent) 0 R"
    if let page { text += " /Pg \(file.pages[page]) 0 R" }
    text += structure.attributes(of: element) + " /K ["
    for entry in kids {
      switch entry.kid {
      case .element(let index): text += " \(numbers[Int(index)]) 0 R"
      case .content(let place, let number):
        text += place == page ? " \(number)" : " << /Type /MCR /Pg \(file.pages[place]) 0 R /MCID \(number) >>"
      case .annotation(let place, let object):
        text += " << /Type /OBJR /Pg \(file.pages[place]) 0 R /Obj \(object) 0 R >>"
      }
    }
    return text + " ] >>"
  }

  /// From pages and annotations back to elements (§14.7.4.4); a page's key is its index.
  private func addParentTree(_ numbers: [Int], _ file: inout PDFAssembly) -> Int {
    var owners: [[Int]] = Array(repeating: [], count: file.pages.count)
    for mark in recorder.marks { owners[Int(mark.page)].append(numbers[Int(mark.element)]) }
    var text = "<< /Nums ["
    for page in owners.indices where !owners[page].isEmpty {
      text += " \(page) [\(owners[page].map { "\($0) 0 R" }.joined(separator: " "))]"
      file.extendPage(page, "/StructParents \(page) /Tabs /S")
    }
    for (index, annotation) in annotations.enumerated() {
      text += " \(file.pages.count + index) \(numbers[Int(annotation.element)]) 0 R"
    }
    return file.add(text + " ] >>")
  }
}
