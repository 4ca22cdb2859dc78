import Invoicing
import JSON
import PDF

/// A kind of job: its composer and template, and how its jobs run. Defined by one file in `Jobs/`.
package struct JobKind: Sendable {
  /// The name of its file in `Jobs/`, without extension.
  package var name: String
  package var composer: Composer
  /// The files of its template; nil for kinds without one.
  package var template: TemplateFiles?
  package var pageSize: PaperSize
  package var widths = WidthSettings()
  /// The sizes of pages that its template is made for.
  package var supports = Set(SizeClass.allCases)
  /// The handling of jobs with other sizes.
  package var unsupportedSize = UnsupportedSize.refuse
  /// The files of its jobs, at least one; the first is the document.
  package var outputs = [KindOutput(.pdf)]
  /// The profile of the e-invoice that jobs make beside their outputs, unless a payload names another one; nil for
  /// none.
  package var einvoice: InvoiceProfile?
  /// The template for names of files; nil if they have none.
  package var fileName: FileNameTemplate?
  /// The sheets on which the pages of its PDFs are placed; nil for none.
  package var sheets: SheetLayout?
  /// The marks that are printed on the pages of its documents.
  package var marks: [PageMark] = []
  /// The stamps of its documents, as JSON objects; nil if payloads cannot have stamps either.
  package var stamps: [JSONValue]?
  /// Whether PDFs are tagged. They are by default if the kind is read from a file (`tagged`).
  package var isTagged = false
  /// The profiles to which PDFs conform; nil for none.
  package var conformance: ConformanceRequest?
  /// The signature of its PDFs; nil if they are not signed.
  package var signature: KindSignature?
  /// The encryption of its PDFs; nil if they are not encrypted.
  package var encryption: KindEncryption?
  /// Whether a document with warnings fails its job.
  package var refusesWarnings = false
  package var queue: String
  package var retry: Retry
  /// Time limit of one rendering.
  package var timeout: Duration
  /// Memory limit of a renderer in bytes.
  package var memory: Int
  package var destinations: Destinations
  /// Declared types of payload fields, for composers without predefined fields.
  package var fields: FieldTypes
  /// Default values of payload members.
  package var defaults: JSONObject
  /// Periodic jobs.
  package var schedules: [JobSchedule]

  /// Whether its documents are made of documents of other kinds.
  package var usesOtherKinds: Bool { composer == .binder || stamps != nil }

  /// The composer of a kind.
  package enum Composer: String, CaseIterable, Sendable { case note, invoice, html, archive, binder }

  /// The handling of a job whose page size the template does not support.
  package enum UnsupportedSize: String, CaseIterable, Sendable {
    case refuse
    /// The document is laid out for the width of the kind's own page, and painted at the size of the job's, with a
    /// warning.
    case scale
  }

  /// Number of attempts and delays between them: `backoff`, doubled after each attempt, up to `maximumBackoff`.
  package struct Retry: Hashable, Sendable {
    /// Failed attempts after which a job is discarded.
    package var attempts = 5
    package var backoff = Duration.seconds(5)
    package var maximumBackoff = Duration.seconds(600)
    package init() {}
  }

  /// Permitted destination kinds.
  package struct Destinations: Hashable, Sendable {
    /// It is nil if any destination permitted by the tenant's policy is allowed.
    package var allowed: Set<String>?
    /// Default destination.
    package var standard: String?
    package init() {}

    /// - Parameter destination: `email:pm@fund.example`, `print`.
    package func allows(_ destination: String) -> Bool {
      guard let allowed else { return true }
      return allowed.contains(String(destination.prefix { $0 != ":" }))
    }
  }
}
