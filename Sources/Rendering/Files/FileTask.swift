import Archives
import FoundationEssentials

/// A task on PDF files. It runs in a separate process, because the files may be hostile.
package enum FileTask: Codable, Sendable {
  /// The title of the first file.
  case title
  /// The metadata of each file.
  case metadata
  /// A file with the pages of all files.
  case merge(FileMergeOptions)
  /// Verification of a document of which the first file is the base.
  case verify(DocumentEvidence)
  /// The index of a base.
  case index
  /// The index of a file that becomes a base, to which it must be possible to append.
  case newBase
  /// The state of an annotated document with all its segments; the files are the index of its base and a new segment.
  case document(StoredDocument, DocumentQuestion)
}

/// A question about an annotated document.
package enum DocumentQuestion: Codable, Sendable {
  /// Computes the state of the document, and whether a new segment fits.
  /// - Parameter time: the present time.
  case state(adding: SegmentCandidate?, time: Date)
  /// Builds the bytes of the document after the base.
  case tail
  /// The heights of its pages in points.
  case pageHeights
}

/// The options of a merge of PDF files.
package struct FileMergeOptions: Codable, Sendable {
  /// The pages to take of each file; nil for all.
  package var pages: [PageRange]?
  /// The factor by which pages are enlarged, or reduced if it is below 1.
  package var scale = 1.0
  /// Changes of the information dictionary of the first file; nil for none.
  package var information: [InformationEntry]?

  package init(pages: [PageRange]? = nil, scale: Double = 1, information: [InformationEntry]? = nil) {
    self.pages = pages
    self.scale = scale
    self.information = information
  }
}

/// Pages from 1.
package struct PageRange: Codable, Hashable, Sendable {
  package var first: Int
  /// It is nil for the last page of the document.
  package var last: Int?

  package init(first: Int, last: Int?) {
    self.first = first
    self.last = last
  }
}

extension [PageRange] {
  /// The pages of a document from 0, in its order.
  package func pages(of count: Int) -> [Int] {
    (0..<count).filter { page in contains { page + 1 >= $0.first && page + 1 <= $0.last ?? count } }
  }
}

/// An entry of the information dictionary.
package struct InformationEntry: Codable, Hashable, Sendable {
  /// The new value of an entry.
  package enum Value: Codable, Hashable, Sendable {
    /// The entry is removed.
    case none
    case text(String)
    case name(String)
  }

  /// The key without slash, such as `Title`.
  package var key: String
  package var value: Value

  package init(_ key: String, _ value: Value) {
    self.key = key
    self.value = value
  }
}

/// The result of a verification, in sentences.
package struct VerificationReport: Codable, Hashable, Sendable {
  /// The checks that passed.
  package var proven: [String]
  /// Observations that are no faults.
  package var remarks: [String] = []
  /// The first check that failed; nil if all passed.
  package var fault: String?

  package init(proven: [String] = [], remarks: [String] = [], fault: String?) {
    self.proven = proven
    self.remarks = remarks
    self.fault = fault
  }
}

/// The reason for which a task failed.
package enum FileTaskFailure: Error, Codable, Hashable, Sendable {
  /// A file cannot be read or merged.
  /// - Parameter file: its index; nil if it is not known which one.
  case file(index: Int?, message: String)
  /// The document has none of the pages.
  case noPages(count: Int)
}

/// The answer of the process; a merged file, an index or the bytes after a base follow it.
enum FileTaskResponse: Codable, Sendable {
  case failed(FileTaskFailure)
  case title(String?)
  /// A JSON object for each file.
  case metadata([String])
  case merged
  case verified(VerificationReport)
  case indexed
  case state(DocumentState)
  /// - Parameter sha256: of the whole document.
  case tail(sha256: String)
  case pageHeights([Double])
}
