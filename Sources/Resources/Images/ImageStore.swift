/// The images of one document: each address is loaded and checked once, and named by index after that.
package final class ImageStore {
  private struct Image {
    var info: ImageInfo
    var bytes: [UInt8]
    var address: String
    var place: SourcePlace
  }

  private let loader: ResourceLoader
  private let maximumPixels: Int
  private var images: ContiguousArray<Image> = []
  /// Nil for an address that failed, so that its warning comes once.
  private var known: [String: ImageID?] = [:]
  /// Those that the document holds in itself, by their bytes: icons come again and again.
  private var embedded: [[UInt8]: ImageID] = [:]

  /// - Parameter maximumPixels: larger images are refused, before anything is decoded.
  package init(loader: ResourceLoader, maximumPixels: Int = 100_000_000) {
    self.loader = loader
    self.maximumPixels = maximumPixels
  }

  /// Nil where the image is missing, broken, cut short or too large; the reason is then in `warnings`.
  /// - Parameter place: where the document asks for it.
  package func image(_ address: String, base: String = "", at place: SourcePlace = SourcePlace()) -> ImageID? {
    let key = ResourceLoader.resolve(address, base: base)
    if let id = known[key] { return id }
    do throws(ResourceError) {
      let bytes = try loader.load(address, base: base).bytes
      let info = try ImageHeader.read(bytes, address: address, maximumPixels: maximumPixels)
      let id = ImageID(UInt32(images.count))
      images.append(Image(info: info, bytes: bytes, address: address, place: place))
      known[key] = id
      return id
    } catch {
      warnings.append(ImageWarning(error: error, place: place))
      known[key] = .some(nil)
      return nil
    }
  }

  /// Takes in an image that the document holds in itself.
  /// - Parameter name: what messages call it.
  package func add(_ bytes: [UInt8], name: String, at place: SourcePlace = SourcePlace()) -> ImageID? {
    if let id = embedded[bytes] { return id }
    do throws(ResourceError) {
      let info = try ImageHeader.read(bytes, address: name, maximumPixels: maximumPixels)
      let id = ImageID(UInt32(images.count))
      images.append(Image(info: info, bytes: bytes, address: name, place: place))
      embedded[bytes] = id
      return id
    } catch {
      warnings.append(ImageWarning(error: error, place: place))
      return nil
    }
  }

  package func info(_ id: ImageID) -> ImageInfo { images[Int(id.index)].info }

  /// The whole file.
  package func bytes(_ id: ImageID) -> [UInt8] { images[Int(id.index)].bytes }

  /// An SVG's file without a size of its own.
  package func bytesWithoutSize(_ id: ImageID) -> [UInt8] { SVGHeader.withoutSize(bytes(id)) }

  /// The address it was first asked for by.
  package func address(_ id: ImageID) -> String { images[Int(id.index)].address }

  /// Where it was first asked for.
  package func place(_ id: ImageID) -> SourcePlace { images[Int(id.index)].place }

  package var count: Int { images.count }

  /// One per image that could not be used, in order of first use.
  package private(set) var warnings: [ImageWarning] = []
}

/// A line and a column of the document, from 1; 0 where unknown.
package struct SourcePlace: Hashable, Sendable {
  package var line, column: Int
  package init(line: Int = 0, column: Int = 0) {
    self.line = line
    self.column = column
  }
}

/// An image that could not be used, and where it was asked for first.
package struct ImageWarning: Hashable, Sendable {
  package var error: ResourceError
  package var place: SourcePlace
  package var code: ResourceError.Code { error.code }
  package var message: String { error.message }
  package var address: String { error.address }
}
