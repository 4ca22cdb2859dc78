/// The sections of a cross-reference chain, newest first.
///
/// A file and the file with one more update share storage, so that appending to ten thousand revisions is as fast as
/// appending to two.
package struct XRefSections: RandomAccessCollection {
  /// Oldest first. Sections are only appended, so the first `count` sections of each value do not change.
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

  /// Adds `section` as the newest.
  mutating func push(_ section: XRefSection) {
    if log.sections.count != endIndex { log = Log(Array(log.sections[..<endIndex])) }
    log.sections.append(section)
    endIndex += 1
  }
}
