import Markup

extension HTMLDocument {
  /// The addresses of the document's images on other hosts, each once and in order, as the document has them.
  /// - Throws: `markupRefused`.
  package func remoteImages() throws(CompositionError) -> [String] {
    let document = try parsed(for: .print)
    var known: Set<String> = []
    return document.nodes.indices.compactMap { index in
      let node = NodeID(UInt32(index))
      guard document.isElement(node, .img) || document.isElement(node, .embed),
        let address = document.attribute(node, .src), Self.isRemote(address), known.insert(address).inserted
      else { return nil }
      return address
    }
  }

  private static func isRemote(_ address: String) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://") || start.hasPrefix("//")
  }
}
