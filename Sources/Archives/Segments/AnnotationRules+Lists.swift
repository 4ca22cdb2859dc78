import PDF

/// Pages and their lists of annotations.
extension AnnotationRules {
  /// Entries of a page that must stay integers. Elsewhere programs write 612.0 as 612.
  private static let integerKeys: [PDFName] = ["Rotate", "StructParents"]

  mutating func change(of page: PDFReference) throws(PDFError) -> AnnotationChange? {
    guard let old = try before.object(page).dictionary else { return nil }
    var new = old
    if changed.contains(page) {
      new = try changedPage(page)
      permitted.insert(page.number)
    }
    if new["Annots"].reference != nil, new["Annots"] != old["Annots"], try after.resolve(new["Annots"]).array == nil {
      throw failure("page \(page) gets /Annots that are not an array.", page)
    }
    if let array = new["Annots"].reference, changed.contains(array) {
      guard index.isArray(array) || !wasThere(array) else {
        throw failure("\(try describe(array)) becomes a page's /Annots.", array)
      }
      if wasThere(array) {
        let object = try ambiguityRefused(array) { () throws(PDFError) in try before.unambiguousObject(array) }
        guard object.array != nil else {
          throw failure("\(try describe(array)) is not an array of annotations.", array)
        }
      }
      permitted.insert(array.number)
    }
    return try change(of: page, from: list(old, in: before), to: list(new, in: after))
  }

  /// The new dictionary of a page, of which only `/Annots` may differ, and `/Tabs` if annotations get into the
  /// structure.
  private func changedPage(_ page: PDFReference) throws(PDFError) -> PDFDictionary {
    guard case .dictionary(let new) = try after.object(page),
      case .dictionary(let old) = try ambiguityRefused(
        page, { () throws(PDFError) in try before.unambiguousObject(page) })
    else { throw failure("page \(page) is replaced by an object that is not a dictionary.", page) }
    var (a, b) = (old, new)
    a["Annots"] = .null
    b["Annots"] = .null
    if b["Tabs"].name == "S", structure?.pages.contains(page) ?? false {
      a["Tabs"] = b["Tabs"]
    }
    guard a == b, Self.integerKeys.allSatisfy({ (a[$0].integer == nil) == (b[$0].integer == nil) }) else {
      let count = Set((a.entries + b.entries).map(\.key)).count { a[$0] != b[$0] }
      throw failure("page \(page) changes \(max(1, count)) entries other than /Annots.", page)
    }
    return new
  }

  /// Readers differ in which value of a repeated key they use, so an object with one cannot be compared.
  func ambiguityRefused(
    _ reference: PDFReference, _ body: () throws(PDFError) -> PDFObject
  ) throws(PDFError) -> PDFObject {
    do throws(PDFError) {
      return try body()
    } catch {
      guard error.code == .syntax else { throw error }
      throw failure("object \(reference.number) cannot be compared with the one before: \(error.message)", reference)
    }
  }

  private func list(_ page: PDFDictionary, in file: PDFFile) throws(PDFError) -> [PDFObject] {
    switch try file.resolve(page["Annots"]) {
    case .null: return []
    case .array(let items): return items
    case let other: throw failure("a page's /Annots is \(other.kindName).", page["Annots"].reference)
    }
  }

  private mutating func change(
    of page: PDFReference, from old: [PDFObject], to new: [PDFObject]
  ) throws(PDFError) -> AnnotationChange? {
    var change = AnnotationChange(page: page)
    let had = Set(old.compactMap(\.reference))
    let has = Set(new.compactMap(\.reference))
    listed.formUnion(has)
    for reference in had.subtracting(has).sorted() {
      guard try isPermittedKind(before.object(reference)) else {
        throw failure(
          "object \(reference), which is not an annotation of a permitted subtype, is removed from its page.", page)
      }
      change.removed.append(reference)
    }
    try checkDirect(of: page, from: old, to: new)
    try checkRepeated(of: page, from: old, to: new)
    for reference in new.compactMap(\.reference) {
      let isListed = had.contains(reference)
      if changed.contains(reference) {
        unchecked.append(reference)
        if isListed { change.modified.append(reference) } else { change.added.append(reference) }
      } else if segment.freed.contains(reference.number) {
        throw failure("annotation \(reference) is freed, but its page still lists it.", page)
      } else if !isListed {
        guard index.isAnnotation(reference) else {
          throw failure("\(try describe(reference)) becomes an annotation.", page)
        }
        unchecked.append(reference)
        change.added.append(reference)
      }
    }
    return change.added.isEmpty && change.modified.isEmpty && change.removed.isEmpty ? nil : change
  }

  /// Checks annotations that are direct objects of the list: none may be added, and only permitted subtypes removed.
  private func checkDirect(
    of page: PDFReference, from old: [PDFObject], to new: [PDFObject]
  ) throws(PDFError) {
    var left = old.filter { $0.reference == nil }[...]
    for item in new where item.reference == nil {
      // They usually stay in their order.
      if left.first == item {
        left.removeFirst()
        continue
      }
      guard let place = left.firstIndex(of: item) else {
        throw failure("an annotation that is added to page \(page) is not an indirect object.", page)
      }
      left.remove(at: place)
    }
    for item in left where !item.isNull {
      guard try isPermittedKind(item) else {
        throw failure("an object that is not an annotation of a permitted subtype is removed from page \(page).", page)
      }
    }
  }

  /// No annotation may be listed more often than before.
  private func checkRepeated(of page: PDFReference, from old: [PDFObject], to new: [PDFObject]) throws(PDFError) {
    var counts: [PDFReference: Int] = [:]
    for reference in new.compactMap(\.reference) { counts[reference, default: 0] += 1 }
    guard counts.values.contains(where: { $0 > 1 }) else { return }
    let had = Set(old.compactMap(\.reference))
    for reference in old.compactMap(\.reference) { counts[reference, default: 0] -= 1 }
    for (reference, count) in counts where count > 1 || (count == 1 && had.contains(reference)) {
      throw failure("page \(page) lists annotation \(reference) twice.", page)
    }
  }
}
