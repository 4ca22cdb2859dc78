import CCups
import JSON

/// The options of a print job. Nil leaves the decision to the printer.
///
///     {"copies": 2, "sides": "two-sided-long-edge", "media": "A4", "fit": "fit", "pages": "1-4,7"}
package struct PrintOptions: Hashable, Sendable {
  /// The keywords of `sides` (RFC 8011 §5.2.8).
  package enum Sides: String, CaseIterable, Sendable, Decodable {
    case oneSided = "one-sided"
    case longEdge = "two-sided-long-edge"
    case shortEdge = "two-sided-short-edge"
  }

  /// The keywords of `print-scaling` (PWG 5100.13 §5.2.4).
  package enum Fit: String, CaseIterable, Sendable, Decodable {
    case auto
    case autoFit = "auto-fit"
    case fill, fit, none
  }

  /// The most elements of `pages`.
  package static let maximumPageRanges = 100

  /// The number of copies, from 1.
  package var copies: Int?
  package var sides: Sides?
  /// A self-describing media name (PWG 5101.1), such as `iso_a4_210x297mm`.
  package var media: String?
  package var fit: Fit?
  /// Pages from 1, in ascending order and without overlaps.
  package var pages: [ClosedRange<Int>]?

  package init() {}

  /// The options of a share. Unset options are taken from `defaults`.
  /// - Throws: `SendError` `option_invalid`.
  package init(
    _ json: [UInt8], defaults: PrintOptions, maximumCopies: Int
  ) throws(SendError) {
    self = defaults
    guard let value = try? JSONParser.parse(json), case .object(let object) = value else {
      throw Self.invalid("options", "a JSON object")
    }
    for member in object.members {
      switch (member.name, member.value) {
      case (_, .null): continue
      case ("copies", .number(let text)):
        guard let copies = Int(text), (1...maximumCopies).contains(copies) else {
          throw Self.invalid("copies", "a whole number from 1 to \(maximumCopies)")
        }
        self.copies = copies
      case ("sides", .string(let text)):
        guard let sides = Sides(rawValue: text) else { throw Self.invalid("sides", Self.list(Sides.allCases)) }
        self.sides = sides
      case ("media", .string(let text)):
        guard let media = Self.mediaName(text) else {
          throw Self.invalid("media", "a size such as A4 or iso_a4_210x297mm")
        }
        self.media = media
      case ("fit", .string(let text)):
        guard let fit = Fit(rawValue: text) else { throw Self.invalid("fit", Self.list(Fit.allCases)) }
        self.fit = fit
      case ("pages", .string(let text)):
        guard let pages = Self.pageRanges(text) else {
          throw Self.invalid(
            "pages", "ascending page numbers and ranges such as 1-4,7, at most \(Self.maximumPageRanges)")
        }
        self.pages = pages
      // This option was evaluated when the delivery was requested: it chose the file.
      case ("output", .string), ("output", .array): break
      case ("copies", _): throw Self.invalid("copies", "a whole number from 1 to \(maximumCopies)")
      case ("sides", _), ("media", _), ("fit", _), ("pages", _): throw Self.invalid(member.name, "a text")
      default:
        throw SendError(
          code: "option_invalid",
          message: "unknown option of a print delivery; the known ones are copies, sides, media, fit, pages and output",
          retry: .never)
      }
    }
  }

  private static func invalid(_ name: String, _ expected: String) -> SendError {
    SendError(
      code: "option_invalid", message: "the option \(name) of the print delivery must be \(expected)", retry: .never)
  }

  private static func list(_ cases: [some RawRepresentable<String>]) -> String {
    "one of " + cases.map(\.rawValue).joined(separator: ", ")
  }

  /// The self-describing name of a media size that is named in this form or in a common one (`A4`, `Letter`); nil if it
  /// is unknown.
  package static func mediaName(_ text: String) -> String? {
    guard (1...127).contains(text.utf8.count), text.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil else { return nil }
    guard let cups = Cups.functions else { return nil }
    if text.contains("_") { return cups.pwgMediaForPWG(text) == nil ? nil : text }
    let capitalized = text.prefix(1).uppercased() + text.dropFirst()
    guard let media = cups.pwgMediaForLegacy(text) ?? cups.pwgMediaForPPD(text) ?? cups.pwgMediaForPPD(capitalized),
      let name = media.pointee.pwg
    else { return nil }
    return String(cString: name)
  }

  static func pageRanges(_ text: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = ends.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
      guard numbers.count == ends.count, (1...2).contains(numbers.count), numbers[0] > (ranges.last?.upperBound ?? 0),
        numbers[0] <= numbers[numbers.count - 1], numbers[numbers.count - 1] <= 1_000_000,
        ranges.count < maximumPageRanges
      else { return nil }
      ranges.append(numbers[0]...numbers[numbers.count - 1])
    }
    return ranges.isEmpty ? nil : ranges
  }
}
