/// Media types of a document's resources, by file name.
package enum MediaType {
  /// The media type by extension; empty if unknown.
  package static func ofFile(named name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return switch name[name.index(after: dot)...].lowercased() {
    case "css": "text/css"
    case "html", "htm": "text/html"
    case "xht", "xhtml": "application/xhtml+xml"
    case "xml": "application/xml"
    case "json": "application/json"
    case "txt": "text/plain"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "svg": "image/svg+xml"
    case "ttf": "font/ttf"
    case "otf": "font/otf"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    case "pdf": "application/pdf"
    default: ""
    }
  }
}
