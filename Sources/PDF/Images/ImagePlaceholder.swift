/// A tiny file that Cairo embeds instead of an image, which `DocumentWriter` then writes.
///
/// Cairo decodes images, converts them to 32 bits per pixel, and compresses them without predictors, for each document again.
/// It copies JPEG files unchanged, of which it reads only the frame header.
package enum ImagePlaceholder {
  /// The beginning of a JPEG file of one gray pixel, with a comment. No decoder accepts it, so no image of a document is the
  /// same.
  /// - Parameter index: the image's index in `DocumentContents.images`.
  package static func file(index: Int) -> [UInt8] {
    head + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) } + tail
  }

  private static let head = [UInt8]([0xFF, 0xD8, 0xFF, 0xFE, 0, 20] + "pressrun-image".utf8)
  private static let tail: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]

  /// The index of the image for which a stream stands; nil if it is not a placeholder.
  static func index(in stream: Range<Int>, of bytes: PDFBytes) -> Int? {
    let keyword: StaticString = "stream\n"
    guard stream.count < 512,
      let start = bytes.first(keyword, in: stream).map({ $0 + keyword.utf8CodeUnitCount }),
      start + head.count + 4 + tail.count <= stream.upperBound
    else { return nil }
    let content = bytes.array(start..<start + head.count + 4 + tail.count)
    guard content.starts(with: head), content.suffix(tail.count).elementsEqual(tail) else { return nil }
    return content[head.count..<head.count + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
