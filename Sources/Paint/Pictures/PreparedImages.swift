import PDF
import Resources

/// Images that are encoded for PDF files, by the content of their files. Logos are the same in many documents.
///
/// The output does not depend on what is cached: an image that is not is encoded again in the same way. Not
/// thread-safe.
package final class PreparedImages {
  private struct Entry {
    var image: PDFImage
    var bytes: Int
    /// The time of its last use, as a count of uses.
    var lastUse: Int
  }

  private let maximumBytes: Int
  private var entries: [FileKey: Entry] = [:]
  private var uses = 0
  /// The bytes of the cached files and images.
  private(set) var bytes = 0

  var count: Int { entries.count }

  /// - Parameter maximumBytes: the total of files and images. Those that were not used for longest are removed.
  package init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  /// The image of a file; `prepare` encodes it if it is not cached. Nil if `prepare` fails.
  func image(_ file: [UInt8], prepare: () -> PDFImage?) -> PDFImage? {
    uses += 1
    let key = FileKey(file)
    if let index = entries.index(forKey: key) {
      entries.values[index].lastUse = uses
      return entries.values[index].image
    }
    guard let image = prepare() else { return nil }
    let size = file.count + image.byteCount
    // A large image would displace all others.
    guard size <= maximumBytes / 4 else { return image }
    entries[key] = Entry(image: image, bytes: size, lastUse: uses)
    bytes += size
    while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
      bytes -= oldest.value.bytes
    }
    return image
  }
}
