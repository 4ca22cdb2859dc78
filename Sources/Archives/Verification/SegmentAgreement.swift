import Annotations
import Diagnostics
import PDF

/// Compares the update that a segment in XFDF, Instant JSON or ink was converted to with the segment itself. It needs
/// neither fonts nor the version that converted it: appearances are not compared.
enum SegmentAgreement {
  /// - Parameters:
  ///   - before: the file for which the update was made.
  ///   - after: that file with the update.
  ///   - changes: what the update changes.
  /// - Throws: `bag` if an annotation of the update says something else than the segment, or if one is missing or too
  ///   many.
  static func check(
    _ segment: ArchiveSegment, before: PDFFile, after: PDFFile, changes: [AnnotationChange]
  ) throws {
    guard let format = segment.metadata.format.annotations else { return }
    let place = "segment \(segment.sequence)"
    let expected = try Expectation(AnnotationSource(segment.bytes, format: format, base: before))
    let pages = try Self.pages(of: after)
    var left = WrittenAnnotations(try written(changes, pages, after: after))
    for annotation in expected.annotations {
      guard let found = left.takeMatch(of: annotation) else {
        throw ArchiveError(.bag, "its update has no annotation for one that the segment describes", place: place)
      }
      if let property = annotation.disagreement(with: found) {
        throw ArchiveError(
          .bag, "its update has an annotation with another \(property) than the segment describes", place: place)
      }
    }
    guard left.count == 0 else {
      throw ArchiveError(
        .bag, "its update has \(counted(left.count, "annotation")) that the segment does not describe", place: place)
    }
    guard try RemovedAnnotations(changes, pages, before: before).areExplained(by: expected.deletions) else {
      throw ArchiveError(.bag, "its update removes annotations that the segment does not", place: place)
    }
  }

  /// The annotations that a source adds or changes after all of its edits, and those that it deletes.
  private struct Expectation {
    var annotations: [Annotation] = []
    var deletions: [AnnotationTarget] = []

    init(_ source: AnnotationSource) {
      /// The objects that get a name by the source.
      var objects: [String: Int] = [:]
      for (edit, _) in source.edits {
        switch edit {
        case .put(let annotation), .add(let annotation): annotations.append(annotation)
        case .modify(let annotation, let object):
          annotations.append(annotation)
          if let name = annotation.name, let object { objects[name] = object }
        case .delete(let target):
          deletions.append(target)
          guard case .name(let name, let page) = target else { continue }
          if let object = objects[name] { deletions.append(.object(object)) }
          annotations.removeAll { $0.name == name && (page == nil || $0.page == page) }
        }
      }
    }
  }

  private static func pages(of file: PDFFile) throws -> [PDFReference: Int] {
    var pages: [PDFReference: Int] = [:]
    var tree = try PageTree(file)
    while let page = try tree.next() { if let reference = page.reference { pages[reference] = page.index } }
    return pages
  }

  /// The annotations that an update adds or modifies, without pop-ups.
  private static func written(
    _ changes: [AnnotationChange], _ pages: [PDFReference: Int], after: PDFFile
  ) throws -> [Annotation] {
    var reader = AnnotationReader(after)
    var found: [Annotation] = []
    for change in changes {
      for reference in change.added + change.modified {
        guard let dictionary = try after.object(reference).dictionary,
          let annotation = try reader.annotation(dictionary, page: pages[change.page] ?? -1)
        else { continue }
        found.append(annotation)
      }
    }
    return found
  }
}

/// The annotations of an update that no annotation of the segment was found for yet.
private struct WrittenAnnotations {
  private struct Key: Hashable {
    var page: Int
    var name: String
  }

  private var annotations: [Annotation?]
  private var named: [Key: [Int]] = [:]
  /// The index before which all annotations are taken.
  private var first = 0
  private(set) var count: Int

  init(_ annotations: [Annotation]) {
    self.annotations = annotations
    count = annotations.count
    for index in annotations.indices.reversed() {
      guard let name = annotations[index].name else { continue }
      named[Key(page: annotations[index].page, name: name), default: []].append(index)
    }
  }

  /// Takes the annotation of the same name, or else the first that agrees, or else the first on the same page.
  mutating func takeMatch(of annotation: Annotation) -> Annotation? {
    if let name = annotation.name {
      let key = Key(page: annotation.page, name: name)
      while let index = named[key]?.popLast() {
        if annotations[index] != nil { return take(index) }
      }
    }
    while first < annotations.count, annotations[first] == nil { first += 1 }
    let rest = first..<annotations.count
    let agreeing = rest.first { annotations[$0].map { annotation.disagreement(with: $0) == nil } ?? false }
    return (agreeing ?? rest.first { annotations[$0]?.page == annotation.page }).flatMap { take($0) }
  }

  private mutating func take(_ index: Int) -> Annotation? {
    count -= 1
    return annotations[index].take()
  }
}

/// The annotations that an update removes.
private struct RemovedAnnotations {
  private struct Item {
    var page: Int?
    var facts: AnnotationFacts
  }

  private var items: [PDFReference: Item] = [:]
  /// The annotations that are deleted with each: its pop-up and the answers to it (ISO 32000-1, 12.5.6.2).
  private var dependents: [PDFReference: [PDFReference]] = [:]

  init(_ changes: [AnnotationChange], _ pages: [PDFReference: Int], before: PDFFile) throws {
    for change in changes {
      for reference in change.removed {
        let annotation = try before.object(reference).dictionary ?? PDFDictionary()
        let name = try before.resolve(annotation["NM"]).string.map { TextString.decode($0) }
        let facts = AnnotationFacts(annotation, name: name)
        items[reference] = Item(page: pages[change.page], facts: facts)
        if let popup = facts.popup { dependents[reference, default: []].append(popup) }
        for owner in [facts.owner, facts.answered].compactMap({ $0 }) {
          dependents[owner, default: []].append(reference)
        }
      }
    }
  }

  /// Whether each is one that the source deletes, or is deleted with one.
  func areExplained(by deletions: [AnnotationTarget]) -> Bool {
    guard !items.isEmpty else { return true }
    let targets = Set(deletions)
    var waiting = items.keys.filter { reference in
      let (page, name) = (items[reference]?.page, items[reference]?.facts.name)
      return targets.contains(.object(reference.number))
        || name.map { targets.contains(.name($0, page: nil)) || targets.contains(.name($0, page: page)) } ?? false
    }
    var explained = Set(waiting)
    while let reference = waiting.popLast() {
      for dependent in dependents[reference] ?? [] where items[dependent] != nil {
        if explained.insert(dependent).inserted { waiting.append(dependent) }
      }
    }
    return explained.count == items.count
  }
}
