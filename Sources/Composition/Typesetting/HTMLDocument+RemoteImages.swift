import Markup
import Resources
import Style

extension HTMLDocument {
  /// The addresses of the document's images on other hosts, each once and in order, as `ResourceLoader` looks for them.
  /// - Throws: `markupRefused`.
  package func remoteImages() throws(CompositionError) -> [String] {
    let document = try parsed(for: .print)
    var options = StyleEngine.Options()
    options.setSize(of: self)
    var known: Set<String> = []
    return document.nodes.indices.compactMap { index in
      let node = NodeID(UInt32(index))
      let address =
        document.isElement(node, .img)
        ? StyleEngine.imageSource(of: node, in: document, options: options)?.address
        : document.isElement(node, .embed) ? document.attribute(node, .src) : nil
      guard let address = address.map(WebAddress.cleaned), Self.isRemote(address), known.insert(address).inserted else {
        return nil
      }
      return address
    }
  }

  private static func isRemote(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://") || start.hasPrefix("//")
  }
}

extension StyleEngine.Options {
  /// Sets the sizes that media queries and viewport units refer to.
  mutating func setSize(of source: HTMLDocument) {
    pageWidth = source.pageSize.width
    pageHeight = source.pageSize.height
    mediaWidth = source.widths.media.map(Double.init)
  }
}
