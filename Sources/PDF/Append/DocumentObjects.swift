/// The objects that make up a document without its annotations: all that can be reached from the trailer without
/// following the `/Annots` of a page, and the document information. An annotation that an element of the structure
/// refers to, as in tagged documents, is not a part of the document for that reason.
///
/// As long as an update changes none of them, except for the `/Annots` of pages, readers show the same pages, text,
/// outline and form fields. The set includes numbers to which these objects refer and which the file does not have,
/// because an update that adds such an object changes the document as well. References count by their numbers, since
/// some readers ignore generations.
package final class DocumentObjects: Sendable {
  /// The numbers of the objects, pages included, and numbers to which they refer.
  package let numbers: ObjectNumbers
  /// The numbers of the pages, whose `/Annots` may change.
  package let pages: ObjectNumbers
  /// The numbers of annotations to which the structure refers and which are not a part of the document otherwise.
  package let tagged: ObjectNumbers

  package init(numbers: ObjectNumbers, pages: ObjectNumbers, tagged: ObjectNumbers) {
    self.numbers = numbers
    self.pages = pages
    self.tagged = tagged
  }

  /// Whether an object with the number is a part of the document, or the document refers to one.
  package func contains(_ number: Int) -> Bool { numbers.contains(number) }

  /// Whether the structure refers to the object, an annotation. It may change, but its number may not become free.
  package func isTagged(_ number: Int) -> Bool { tagged.contains(number) }

  /// Whether the object is a page of the page tree, whose `/Annots` may change.
  package func isPage(_ number: Int) -> Bool { pages.contains(number) }
}

extension PDFFile {
  /// The objects of this document without its annotations. They are found once; updates that only annotate do not
  /// change them.
  ///
  /// - Throws: `PDFError` if one of them cannot be read, because then it is unknown to what it refers.
  package func documentObjects() throws(PDFError) -> DocumentObjects {
    if let known = cachedDocumentObjects { return known }
    var search = DocumentSearch(self)
    let found = try search.run()
    cachedDocumentObjects = found
    return found
  }

  /// Reuses objects that were found in a file with the same bytes.
  package func adopt(_ objects: DocumentObjects) { cachedDocumentObjects = objects }

  /// Reuses the objects of a revision of the same file that differs from this one by annotations only.
  package func adoptDocumentObjects(of other: PDFFile) { cachedDocumentObjects = other.cachedDocumentObjects }
}

/// Finds the objects of a document. Each object is read once, and each object stream is decoded once.
private struct DocumentSearch {
  private let file: PDFFile
  private var found = ObjectNumbers()
  private var pages = ObjectNumbers()
  private var waiting: [Int] = []
  /// What pages have as `/Annots`: annotations, or an array of them.
  private var lists: [Int] = []
  /// Objects to which elements of the structure refer.
  private var structured: Set<Int> = []
  /// References of the objects in object streams; nil for one that cannot be read.
  private var compressed: [Int: ReferenceScan?] = [:]
  private var openedStreams: Set<Int> = []
  /// Bytes that may still be read. Objects of a hostile file can overlap.
  private var budget: Int

  init(_ file: PDFFile) {
    self.file = file
    budget = file.limits.parsedBytes.addingOrNil(4 * file.length) ?? .max
  }

  mutating func run() throws(PDFError) -> DocumentObjects {
    guard !file.sections[0].hasRepeatedKeys else {
      throw .crossReference(
        "The trailer has the same key twice, and readers differ in which value they use.",
        at: file.sections[0].range.lowerBound)
    }
    var trailer = file.trailer
    trailer["Info"] = .null
    add(references(in: .dictionary(trailer)))
    try findPages()
    try follow()
    let annotations = structured.isEmpty ? [] : listedAnnotations()
    var tagged = ObjectNumbers()
    while !structured.isEmpty {
      for number in structured.intersection(annotations) { tagged.insert(number) }
      add(structured.subtracting(annotations).sorted())
      structured = []
      try follow()
    }
    return DocumentObjects(numbers: found, pages: pages, tagged: tagged)
  }

  /// Adds what the waiting objects refer to.
  private mutating func follow() throws(PDFError) {
    while let number = waiting.popLast() {
      guard let scan = try scan(number) else { continue }
      add(scan.numbers)
      add(scan.kids)
      structured.formUnion(scan.structured)
      // Readers differ in which of two equal keys they use.
      if !pages.contains(number) || scan.annotationKeys > 1 { add(scan.annotations) }
    }
  }

  /// The annotations of all pages. A list that cannot be read has none.
  private mutating func listedAnnotations() -> Set<Int> {
    var annotations: Set<Int> = []
    for number in Set(lists).sorted() {
      if let scan = try? scan(number), scan.isArray {
        annotations.formUnion(scan.numbers)
      } else {
        annotations.insert(number)
      }
    }
    return annotations
  }

  private mutating func add(_ numbers: [Int]) {
    for number in numbers where found.insert(number) { waiting.append(number) }
  }

  private func references(in object: PDFObject) -> [Int] {
    switch object {
    case .reference(let reference): [reference.number]
    case .array(let items): items.flatMap(references)
    case .dictionary(let dictionary): dictionary.entries.flatMap { references(in: $0.value) }
    default: []
    }
  }

  /// Finds the leaves of the page tree. A dictionary with `/Kids` is a node.
  private mutating func findPages() throws(PDFError) {
    guard let root = try file.catalog()["Pages"].reference else { return }
    var seen: Set<Int> = [root.number]
    var nodes = [root.number]
    while let number = nodes.popLast() {
      guard let scan = try scan(number) else { continue }
      // `/Kids` can be an indirect array.
      if scan.kidKeys == 0, !scan.isArray {
        pages.insert(number)
        lists += scan.annotations
        continue
      }
      for kid in scan.isArray ? scan.numbers : scan.kids where seen.insert(kid).inserted { nodes.append(kid) }
    }
    pages.remove(root.number)
  }

  /// Returns nil if the file does not have the object.
  private mutating func scan(_ number: Int) throws(PDFError) -> ReferenceScan? {
    switch file.table[number] {
    case .free, nil: return nil
    case .inUse(let offset, let generation):
      return try reading(number, at: offset) { () throws(PDFError) in
        var lexer = PDFLexer(file.bytes, at: offset, end: file.length)
        guard offset >= 0, try lexer.nextInteger() == number, try lexer.nextInteger() == generation,
          try lexer.next() == .keyword(.obj)
        else { throw .syntax("it does not begin here.", at: offset) }
        var look = lexer
        if (try? look.next()) == .keyword(.endobj) { return nil }
        let scan = try ReferenceScan(file.bytes, at: lexer.position, end: file.length, limits: file.limits)
        try spend(scan.end - offset)
        return scan
      }
    case .compressed(let stream, _):
      if openedStreams.insert(stream).inserted { try open(stream, for: number) }
      guard let scan = compressed[number] ?? nil else {
        throw PDFError(
          code: .crossReference, message: "Object \(number) cannot be read from object stream \(stream).")
      }
      return scan
    }
  }

  private func reading<Value>(
    _ number: Int, at offset: Int, _ body: () throws(PDFError) -> Value
  ) throws(PDFError) -> Value {
    do throws(PDFError) {
      return try body()
    } catch {
      throw error.code == .limit
        ? error
        : PDFError(
          code: .crossReference,
          message: "Object \(number) cannot be read, so it is unknown to which objects it refers: \(error.message)",
          offset: error.offset ?? offset)
    }
  }

  /// Reads all objects of an object stream, so that it is decoded once.
  private mutating func open(_ number: Int, for object: Int) throws(PDFError) {
    guard let reference = PDFReference(object, 0) else { return }
    let stream = try file.objectStream(number, for: reference)
    add([number])
    for (object, index) in stream.numbers {
      guard file.table[object] == .compressed(stream: number, index: index) else { continue }
      let scan = try? stream.references(of: object, limits: file.limits)
      compressed[object] = .some(scan)
      if let scan { try spend(scan.end - scan.start) }
    }
  }

  private mutating func spend(_ count: Int) throws(PDFError) {
    file.parsedBytes += count
    budget -= count
    guard budget >= 0 else {
      throw PDFError(code: .limit, message: "The file's objects overlap so much that reading them takes too much work.")
    }
  }
}
