import Layout
import PDF
import Resources
import TextShaping

/// Images that are encoded for PDF files: those of files, by their content, and glyphs that are pictures. Logos and
/// emoji are the same in many documents.
///
/// The output does not depend on what is cached: an image that is not is encoded again in the same way. Not
/// thread-safe.
package final class PreparedImages {
  private enum Key: Hashable {
    case file(FileKey)
    /// The size is in px.
    case glyph(UInt32, font: ObjectIdentifier, size: Double)
  }

  private struct Entry {
    var image: PDFImage
    /// The font of a glyph. An entry whose font no longer exists may have the key of another font.
    weak var font: DrawableFont?
    /// The place of a glyph.
    var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    var bytes: Int
    /// The time of its last use, as a count of uses.
    var lastUse: Int
  }

  private let maximumBytes: Int
  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// The bytes of the cached files and images.
  private(set) var bytes = 0

  var count: Int { entries.count }

  /// - Parameter maximumBytes: the total of files and images. Those that were not used for longest are removed.
  package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  /// The image of a file; `prepare` encodes it if it is not cached. Returns nil if `prepare` fails.
  func image(_ file: [UInt8], prepare: () -> PDFImage?) -> PDFImage? {
    let key = Key.file(FileKey(file))
    if let entry = use(key) { return entry.image }
    guard let image = prepare() else { return nil }
    add(Entry(image: image, bytes: file.count + image.byteCount, lastUse: uses), key)
    return image
  }

  /// The picture of a glyph, likewise.
  /// - Parameter size: the font size, px.
  func glyph(_ glyph: UInt32, of font: DrawableFont, size: Double, prepare: () -> GlyphImage?) -> GlyphImage? {
    let key = Key.glyph(glyph, font: ObjectIdentifier(font), size: size)
    if let entry = use(key), entry.font === font { return GlyphImage(image: entry.image, frame: entry.frame) }
    remove(key)
    guard let picture = prepare() else { return nil }
    let size = picture.image.byteCount
    add(Entry(image: picture.image, font: font, frame: picture.frame, bytes: size, lastUse: uses), key)
    return picture
  }

  private func use(_ key: Key) -> Entry? {
    uses += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = uses
    return entries.values[index]
  }

  private func add(_ entry: Entry, _ key: Key) {
    // A large image would displace all others.
    guard entry.bytes <= maximumBytes / 4 else { return }
    entries[key] = entry
    bytes += entry.bytes
    while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  private func remove(_ key: Key) {
    if let removed = entries.removeValue(forKey: key) { bytes -= removed.bytes }
  }
}
