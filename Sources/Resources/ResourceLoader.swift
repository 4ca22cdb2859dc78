import Diagnostics
import Encodings

/// Loads all resources of a document: `data:` URLs, files that were sent with the document, among them images that were
/// fetched before, and, if there is an assets folder, files in it. It loads nothing from the network and no other
/// files.
package struct ResourceLoader: Sendable {
  /// The maximum size of a resource, in bytes after decoding.
  package let maximumBytes: Int
  private let folder: AssetFolder?
  private let files: [String: [UInt8]]?
  private let refusals: [String: String]
  private let documentFolder: String

  /// - Parameters:
  ///   - assets: the folder whose files may be read; `nil` for none.
  ///   - documentFolder: the folder of the document in `assets`, to which relative addresses refer.
  ///   - files: files that were sent with the document, by their paths, which precede those of the folder, or by their
  ///     URLs.
  ///   - refusals: why a URL was not fetched, for its error.
  ///   - maximumBytes: the maximum size of a resource; larger ones fail with `tooLarge`.
  package init(
    assets: String? = nil, documentFolder: String = "", files: [String: [UInt8]]? = nil,
    refusals: [String: String] = [:], maximumBytes: Int = 64 << 20
  ) {
    self.refusals = refusals
    self.files = files
    self.documentFolder = documentFolder
    self.maximumBytes = maximumBytes
    folder = assets.map(AssetFolder.init)
  }

  /// - Parameters:
  ///   - address: a `data:` URL, or a path relative to `base`. A query and a fragment are ignored.
  ///   - base: the folder of the file that has the address, relative to the document's folder; empty for the document.
  /// - Throws: `refused` for any other scheme and for paths outside of the assets; `missing`; `malformed`; `tooLarge`.
  @export(interface)
  package func load(_ address: String, base: String = "") throws(ResourceError) -> Resource {
    let address = WebAddress.cleaned(address)
    switch Address(address) {
    case .data:
      return try DataURL.decode(address, maximumBytes: maximumBytes)
    case .scheme(let scheme):
      if let file = try fetched(address) { return file }
      throw ResourceError(
        code: .refused,
        message:
          "Addresses of the scheme \(Quotation.of(scheme + ":")) are not loaded; only data: URLs and the document's own assets are.",
        address: address)
    case .network:
      if let file = try fetched(address) { return file }
      throw ResourceError(
        code: .refused, message: "Nothing is loaded from other hosts; give the file as an asset or a data: URL.",
        address: address)
    case .absolutePath:
      throw ResourceError(
        code: .refused, message: "Absolute paths are not loaded; name the file relative to the assets.",
        address: address)
    case .relativePath:
      if let files, let file = try load(address, base: base, from: files) { return file }
      guard let folder else {
        throw files == nil
          ? ResourceError(
            code: .refused, message: "The document has no assets folder, so only data: URLs are loaded.",
            address: address)
          : ResourceError(
            code: .missing, message: "There is no such file among those sent with the document.", address: address)
      }
      let path = try Self.components(of: Self.resolve(address, base: documentFolder + "/" + base), address: address)
      let bytes = try folder.read(path, address: address, maximumBytes: maximumBytes)
      return Resource(bytes: bytes, mediaType: MediaType.ofFile(named: path.last ?? ""))
    }
  }

  /// A file that was fetched from another host before the document was rendered.
  /// - Returns: nil if fetching was not tried.
  private func fetched(_ address: String) throws(ResourceError) -> Resource? {
    if let reason = refusals[address] {
      throw ResourceError(code: .missing, message: "It was not fetched: \(reason).", address: address)
    }
    return try files?[address].map { bytes throws(ResourceError) in
      try resource(bytes, MediaType.ofFile(named: String(address.prefix { $0 != "?" && $0 != "#" })), address)
    }
  }

  private func resource(
    _ bytes: [UInt8], _ mediaType: String, _ address: String
  ) throws(ResourceError) -> Resource {
    guard bytes.count <= maximumBytes else {
      throw ResourceError(code: .tooLarge, message: "The file holds more than \(maximumBytes) bytes.", address: address)
    }
    return Resource(bytes: bytes, mediaType: mediaType)
  }

  /// - Returns: nil if there is no such file.
  private func load(
    _ address: String, base: String, from files: [String: [UInt8]]
  ) throws(ResourceError) -> Resource? {
    let path = try Self.components(of: Self.resolve(address, base: base), address: address)
    guard let bytes = files[path.joined(separator: "/")] else { return nil }
    return try resource(bytes, MediaType.ofFile(named: path.last ?? ""), address)
  }

  /// An address relative to the assets: `base` and a relative `address` joined, without `.`, `..`, query and fragment
  /// (RFC 3986 §5.2). Other addresses are returned unchanged.
  ///
  /// A `..` that leads out of the assets remains at the start; `load` refuses it.
  @export(interface)
  package static func resolve(_ address: String, base: String) -> String {
    let address = WebAddress.cleaned(address)
    guard case .relativePath = Address(address) else { return address }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty else { return "" }
    var segments: [Substring] = []
    for segment in base.split(separator: "/") + path.split(separator: "/", omittingEmptySubsequences: true) {
      switch segment {
      case ".": continue
      case "..":
        if let last = segments.last, last != ".." { segments.removeLast() } else { segments.append(segment) }
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }

  /// The folder of an address, to which relative addresses in that file refer.
  @export(interface)
  package static func folder(of address: String, base: String = "") -> String {
    guard case .relativePath = Address(address) else { return base }
    let path = resolve(address, base: base)
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  /// The percent-decoded components of a path, without `..`.
  private static func components(of path: String, address: String) throws(ResourceError) -> [String] {
    var components: [String] = []
    for segment in path.split(separator: "/") {
      guard let name = PercentEncoding.decode(segment) else {
        throw ResourceError(
          code: .malformed, message: "The address is not valid UTF-8 after percent-decoding.", address: address)
      }
      if name == "." { continue }
      guard name != "..", !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw ResourceError(code: .refused, message: "The path leads out of the assets folder.", address: address)
      }
      components.append(name)
    }
    guard !components.isEmpty else {
      throw ResourceError(code: .malformed, message: "The address names no file.", address: address)
    }
    return components
  }
}

/// The kind of an address (RFC 3986 §4).
enum Address {
  case data
  case scheme(String)
  case network
  case absolutePath
  case relativePath

  init(_ address: String) {
    let bytes = address.utf8
    if bytes.first == UInt8(ascii: "/") {
      self = bytes.dropFirst().first == UInt8(ascii: "/") ? .network : .absolutePath
      return
    }
    guard let colon = bytes.firstIndex(where: { !Self.isSchemeByte($0) }), bytes[colon] == UInt8(ascii: ":"),
      let first = bytes.first, colon != bytes.startIndex, first | 0x20 >= UInt8(ascii: "a"),
      first | 0x20 <= UInt8(ascii: "z")
    else {
      self = .relativePath
      return
    }
    let scheme = address[..<colon].lowercased()
    self = scheme == "data" ? .data : .scheme(scheme)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
