import Diagnostics
import Foundation
import Markup
import Resources
import Style

/// The images of one mail. Each is one part of the mail, however often it is used.
struct MailImages {
  private let store: ImageStore
  private let base: String
  private let typesetter: Typesetter
  private var known: [Key: Entry?] = [:]
  private(set) var images: [MailBody.Image] = []
  private var drawingWarnings: [Diagnostic] = []

  /// An image as an element refers to it.
  struct Entry {
    /// `cid:` and its name.
    var address: String
    /// px.
    var width, height: Double
  }

  private struct Key: Hashable {
    var image: ImageID
    /// The size of images that are drawn.
    var width, height: Double?
  }

  /// More images are left out.
  private static let most = 200
  private static let maximumDrawnWidth = 1600.0

  init(loader: ResourceLoader, base: String, typesetter: Typesetter) {
    store = ImageStore(loader: loader)
    self.base = base
    self.typesetter = typesetter
  }

  var warnings: [Diagnostic] { store.failures.map(\.diagnostic) + drawingWarnings }

  /// The image at an address; nil if it cannot be used.
  /// - Parameters:
  ///   - width: the width that its element has, px; nil if that depends on the image.
  mutating func image(
    at address: String, width: Double?, height: Double?, place: SourceLocation
  ) -> Entry? {
    guard let id = store.image(address, base: base, at: place) else { return nil }
    return entry(id, width: width, height: height)
  }

  /// The image of an `svg` element.
  mutating func image(svg: [UInt8], width: Double?, height: Double?, place: SourceLocation) -> Entry? {
    guard let id = store.add(svg, name: "svg", at: place) else { return nil }
    return entry(id, width: width, height: height)
  }

  private mutating func entry(_ id: ImageID, width: Double?, height: Double?) -> Entry? {
    let info = store.info(id)
    let isShownByMailPrograms =
      switch info.format {
      case .png, .gif: true
      case .jpeg: !info.isCMYK
      case .svg, .webp: false
      }
    let size = Self.size(info, width: width, height: height)
    let key = isShownByMailPrograms ? Key(image: id) : Key(image: id, width: size.width, height: size.height)
    if let entry = known[key] { return entry }
    var entry: Entry?
    if images.count < Self.most {
      let image =
        isShownByMailPrograms ? (store.bytes(id), "image/\(info.format.rawValue)") : drawn(id, info, size)
      if let (bytes, mediaType) = image {
        let name = "image-\(images.count + 1)"
        images.append(MailBody.Image(name: name, mediaType: mediaType, bytes: bytes))
        entry = Entry(address: "cid:\(name)", width: size.width, height: size.height)
      }
    } else if drawingWarnings.last?.code != "too_many_images" {
      drawingWarnings.append(Diagnostic("too_many_images", "only the first \(Self.most) images are part of the mail"))
    }
    known[key] = entry
    return entry
  }

  private static func size(_ info: ImageInfo, width: Double?, height: Double?) -> (width: Double, height: Double) {
    let ratio = info.ratio ?? 1
    switch (width, height) {
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, ratio > 0 ? width / ratio : info.height)
    case (nil, let height?): return (height * ratio, height)
    case (nil, nil): return (info.width, info.height)
    }
  }

  /// The image as PNG with two pixels per px.
  private mutating func drawn(
    _ id: ImageID, _ info: ImageInfo, _ size: (width: Double, height: Double)
  ) -> (bytes: [UInt8], mediaType: String)? {
    guard size.width >= 1, size.height >= 1 else { return nil }
    let factor = min(1, Self.maximumDrawnWidth / max(size.width, size.height))
    let (width, height) = ((size.width * factor).rounded(.up), (size.height * factor).rounded(.up))
    let type = info.format == .svg ? "svg+xml" : info.format.rawValue
    var page = HTMLDocument(
      html: Array(
        """
        <!DOCTYPE html><style>@page { size: \(width)px \(height)px; margin: 0 } html, body { margin: 0; line-height: 0 }
        img { width: \(width)px; height: \(height)px }</style><img src="data:image/\(type);base64,
        """.utf8) + Data(store.bytes(id)).base64EncodedData() + Array("\">".utf8))
    page.name = store.address(id)
    do throws(CompositionError) {
      let png = try typesetter.typeset(page).png(page: 0, scale: 2)
      return (png.bytes, "image/png")
    } catch {
      drawingWarnings.append(Diagnostic("image_not_drawn", "an image cannot be drawn: \(error.message)"))
      return nil
    }
  }
}
