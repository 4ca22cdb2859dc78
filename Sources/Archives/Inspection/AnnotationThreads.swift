import Annotations
import Diagnostics
import PDF

/// The annotations of a file in threads: each annotation is followed by its replies, with their depth.
package struct AnnotationThreads {
  /// The annotations with their depth; 0 begins a thread.
  package private(set) var entries: [(annotation: Annotation, depth: Int)] = []
  /// What was ignored while the annotations were read.
  package private(set) var warnings: [Diagnostic] = []

  /// - Throws: `AnnotationError` if a page or its annotations cannot be read.
  package init(_ file: PDFFile) throws(AnnotationError) {
    var reader = AnnotationReader(file)
    let pages: [PDFPage]
    do throws(PDFError) {
      pages = try file.pages()
    } catch {
      throw AnnotationError(.base, error.description)
    }
    for page in pages {
      let found = try reader.annotations(of: page)
      warnings += found.warnings
      add(found.annotations)
    }
  }

  /// Adds the annotations of one page: those that are not replies in page order, each followed by its replies.
  private mutating func add(_ annotations: [Annotation]) {
    var replies: [String: [Int]] = [:]
    let names = Set(annotations.compactMap(\.name))
    var roots: [Int] = []
    for (index, annotation) in annotations.enumerated() {
      if let parent = annotation.reply?.name, names.contains(parent), parent != annotation.name {
        replies[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    var isListed = [Bool](repeating: false, count: annotations.count)
    // Replies in a cycle have no root; they are listed last.
    for root in roots + Array(annotations.indices) {
      var pending = [(index: root, depth: 0)]
      while let (index, depth) = pending.popLast() {
        guard !isListed[index] else { continue }
        isListed[index] = true
        entries.append((annotations[index], depth))
        let answers = annotations[index].name.flatMap { replies[$0] } ?? []
        pending += answers.reversed().map { ($0, depth + 1) }
      }
    }
  }
}
