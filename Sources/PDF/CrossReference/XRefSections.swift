/// The sections of a cross-reference chain, newest first.
///
/// A file and the file with one segment more share what both have, so that a file of ten thousand revisions grows as
/// quickly as one of two.
package struct XRefSections: RandomAccessCollection {
  /// Oldest first; only ever added to, so that each value's first `count` stay as they are.
  private final class Log {
    var sections: [XRefSection]
    init(_ sections: [XRefSection]) { self.sections = sections }
  }

  private var log: Log
  package private(set) var endIndex: Int
  package var startIndex: Int { 0 }

  init(newestFirst sections: [XRefSection]) {
    log = Log(sections.reversed())
    endIndex = sections.count
  }

  package subscript(index: Int) -> XRefSection { log.sections[endIndex - 1 - index] }

  /// Makes `section` the newest.
  mutating func push(_ section: XRefSection) {
    if log.sections.count != endIndex { log = Log(Array(log.sections[..<endIndex])) }
    log.sections.append(section)
    endIndex += 1
  }
}
