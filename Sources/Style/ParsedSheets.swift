import Markup
import Resources

/// The parsed style sheets of documents, by their text. Documents of the same template have the same style sheets.
///
/// The output does not depend on what is cached. Not thread-safe.
package final class ParsedSheets {
  /// What the style sheets of a document become.
  struct Sheets {
    var rules: RuleSet
    var log: StyleDiagnosticLog
  }

  private struct Entry {
    var sheets: Sheets
    /// The time of its last use, as a count of uses.
    var lastUse: Int
  }

  private let maximumBytes: Int
  private var entries: [FileKey: Entry] = [:]
  private var uses = 0
  /// The bytes of the style sheets, estimated with what they become.
  private(set) var bytes = 0

  var count: Int { entries.count }

  /// The approximate bytes of rules for a byte of CSS.
  private static let growth = 16

  /// - Parameter maximumBytes: the total. Style sheets that were not used for longest are removed.
  package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  func sheets(_ key: FileKey) -> Sheets? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses += 1
    entries.values[index].lastUse = uses
    return entries.values[index].sheets
  }

  func insert(_ sheets: Sheets, _ key: FileKey) {
    let size = Self.size(key)
    // Large ones would displace all others.
    guard size <= maximumBytes / 4, entries[key] == nil else { return }
    uses += 1
    entries[key] = Entry(sheets: sheets, lastUse: uses)
    bytes += size
    while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
      bytes -= Self.size(oldest.key)
    }
  }

  private static func size(_ key: FileKey) -> Int { key.bytes.count * growth }

  /// Everything that the rules depend on: the text and place of all style sheets, media, and the names that have atoms
  /// before.
  static func key(_ sheets: [SheetText], media: MediaContext, isQuirky: Bool, names: NameTable) -> FileKey {
    var key: [UInt8] = [isQuirky ? 1 : 0]
    func append(_ number: UInt64) { withUnsafeBytes(of: number) { key.append(contentsOf: $0) } }
    func append(_ text: String) {
      append(UInt64(text.utf8.count))
      key.append(contentsOf: text.utf8)
    }
    append(media.medium.rawValue)
    for number in [media.width, media.height, media.resolution] { append(number.bitPattern) }
    append(UInt64(sheets.count))
    for sheet in sheets {
      append(sheet.name)
      append(sheet.base)
      append(UInt64(sheet.line))
      append(UInt64(sheet.column))
      append(UInt64(bitPattern: Int64(sheet.owner ?? -1)))
      append(UInt64(sheet.css.count))
      key.append(contentsOf: sheet.css)
    }
    names.appendAdded(to: &key)
    return FileKey(key)
  }
}
