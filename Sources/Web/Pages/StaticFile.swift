import OperatingSystem

/// A file of a page that the program contains: a style sheet, a script, a picture.
package struct StaticFile: Sendable {
  /// The address ends with a part of the hash, so that browsers may keep the file: a new version has a new address.
  package let address: String
  private let mediaType: String
  private let bytes: [UInt8]
  private let tag: String

  /// - Parameter path: such as `/assets/page.css`. The address is `/assets/page-<hash>.css`.
  package init(_ path: String, mediaType: String, bytes: [UInt8]) {
    tag = String(SHA256.hash(data: bytes).hex.prefix(16))
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    address = "\(path[..<dot])-\(tag)\(path[dot...])"
    self.mediaType = mediaType
    self.bytes = bytes
  }

  /// The route of the file, open to all.
  package var route: Route {
    var security = SecurityHeaders.strict
    security.cacheControl = "public, max-age=31536000, immutable"
    return Route(.get, PathTemplate(address), access: .open, summary: "A file of the pages.", security: security) {
      [mediaType, bytes, tag] request in
      if request.header("If-None-Match") == "\"\(tag)\"" { return WebResponse(status: 304) }
      var response = WebResponse(mediaType: mediaType, bytes: bytes)
      response["ETag"] = "\"\(tag)\""
      return response
    }
  }
}
