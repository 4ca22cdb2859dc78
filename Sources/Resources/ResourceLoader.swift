/// The one way a document reaches bytes outside itself: `data:` URLs and, where a folder is given, files below it.
/// No network, no other file, ever.
package struct ResourceLoader: Sendable {
  /// - Parameter assets: the folder whose files may be read; nil for none.
  package init(assets: String? = nil) {}

  /// - Parameters:
  ///   - address: a `data:` URL, or a path relative to `base`.
  ///   - base: the folder, relative to the assets, of the file that names the address (empty for the document).
  package func load(_ address: String, base: String = "") throws(ResourceError) -> Resource {
    throw ResourceError(code: .missing, message: "", address: address)
  }
}
