import Diagnostics
import Encodings

/// The images of one document. Each address is loaded and checked once; afterwards images are identified by index.
package final class ImageStore {
  private struct Image {
    var info: ImageInfo
    /// The content of the file; nil for a drawing of which nobody has requested a file.
    var bytes: [UInt8]?
    var drawing: (any DocumentDrawing)?
    var address: String
    var place: SourceLocation
  }

  private let loader: ResourceLoader
  private let maximumPixels: Int
  private var images: ContiguousArray<Image> = []
  /// The image of each address; `nil` if it failed, so that the failure is reported once.
  private var known: [String: ImageID?] = [:]
  /// The images of long addresses that were requested last.
  private var recent = RecentAddresses<ImageID?>()
  /// Drawings of the document, by their addresses.
  private var drawings: [String: ImageID] = [:]
  /// Images that are part of the document, by their bytes, because icons are often repeated.
  private var embedded: [FileKey: ImageID] = [:]

  /// - Parameter maximumPixels: larger images are refused before they are decoded.
  package init(loader: ResourceLoader, maximumPixels: Int = 100_000_000) {
    self.loader = loader
    self.maximumPixels = maximumPixels
  }

  /// Loads an image. `nil` if it is missing, damaged, incomplete or too large; the reason is then in `failures`.
  /// - Parameter place: the location of the reference in the document.
  @export(interface)
  package func image(_ address: String, base: String = "", at place: SourceLocation = SourceLocation()) -> ImageID? {
    if let id = recent[address, base] { return id }
    let id = find(address, base: base, at: place)
    recent.insert(id, address, base)
    return id
  }

  private func find(_ address: String, base: String, at place: SourceLocation) -> ImageID? {
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
      failures.append(ImageFailure(error: error, location: place))
      known[key] = .some(nil)
      return nil
    }
  }

  /// Adds an image that is part of the document.
  /// - Parameter name: the name for messages.
  @export(interface)
  package func add(_ bytes: [UInt8], name: String, at place: SourceLocation = SourceLocation()) -> ImageID? {
    let key = FileKey(bytes)
    if let id = embedded[key] { return id }
    do throws(ResourceError) {
      let info = try ImageHeader.read(bytes, address: name, maximumPixels: maximumPixels)
      let id = ImageID(UInt32(images.count))
      images.append(Image(info: info, bytes: bytes, address: name, place: place))
      embedded[key] = id
      return id
    } catch {
      failures.append(ImageFailure(error: error, location: place))
      return nil
    }
  }

  /// Adds a drawing that is part of the document.
  /// - Parameter name: the name for messages.
  package func add(_ drawing: any DocumentDrawing, name: String, at place: SourceLocation = SourceLocation()) -> ImageID
  {
    images.append(Image(info: drawing.info, drawing: drawing, address: name, place: place))
    return ImageID(UInt32(images.count - 1))
  }

  /// Adds a drawing that is part of the document and has an address, such as `#mask`.
  package func add(_ drawing: any DocumentDrawing, address: String, at place: SourceLocation) {
    drawings[address] = add(drawing, name: address, at: place)
  }

  /// The drawing that has an address; nil if there is none. Nothing is loaded.
  package func drawing(at address: String) -> ImageID? { drawings[address] }

  package func info(_ id: ImageID) -> ImageInfo { images[Int(id.index)].info }

  /// The content of the file.
  package func bytes(_ id: ImageID) -> [UInt8] {
    if let bytes = images[Int(id.index)].bytes { return bytes }
    let bytes = images[Int(id.index)].drawing?.file ?? []
    images[Int(id.index)].bytes = bytes
    return bytes
  }

  /// The content of the file as a `data:` URL.
  package func dataURL(_ id: ImageID) -> String {
    let format = info(id).format
    return "data:image/\(format == .svg ? "svg+xml" : format.rawValue);base64," + Base64.encode(bytes(id))
  }

  /// The drawing of an image that is part of the document; nil for files.
  package func drawing(_ id: ImageID) -> (any DocumentDrawing)? { images[Int(id.index)].drawing }

  /// The content of an SVG file without `width` and `height`.
  package func bytesWithoutSize(_ id: ImageID) -> [UInt8] { SVGHeader.withoutSize(bytes(id)) }

  /// The address of its first use.
  package func address(_ id: ImageID) -> String { images[Int(id.index)].address }

  /// The location of its first use.
  package func place(_ id: ImageID) -> SourceLocation { images[Int(id.index)].place }

  package var count: Int { images.count }

  /// One for each image that could not be used, in order of first use.
  package private(set) var failures: [ImageFailure] = []
}

/// A drawing in the document itself, such as an `svg` element.
package protocol DocumentDrawing {
  var info: ImageInfo { get }
  /// Whether what extends beyond its area is not shown.
  var isClipped: Bool { get }
  /// The drawing as a complete file.
  var file: [UInt8] { get }
}

/// An image that could not be used, and the location of its first use in the document.
package struct ImageFailure: Hashable, Sendable {
  package var error: ResourceError
  /// Unknown for images that no element refers to, such as backgrounds.
  package var location: SourceLocation

  /// The diagnostic at the element that refers to the image if its location is known, otherwise at the image's address.
  package var diagnostic: Diagnostic {
    let code = "image_\(error.code.identifier)"
    guard location.line > 0 else {
      return Diagnostic(code, error.message, at: SourceLocation(source: error.address))
    }
    return Diagnostic(code, "\(Quotation.of(error.address)): \(error.message)", at: location)
  }
}
