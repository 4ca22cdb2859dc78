/// The path of one document below the root of a destination.
struct DeliveryPath: Sendable {
  var folders: [String]
  var file: String

  /// - Parameter name: the address under which the destination is configured.
  init(_ request: DeliveryRequest, template: NameTemplate, below name: String?) throws(SendError) {
    var address = PathText.components(of: request.destination.address)
    let configured = PathText.components(of: name)
    if !configured.isEmpty, address.starts(with: configured) { address.removeFirst(configured.count) }
    var path = try template.path(for: request)
    file = path.removeLast()
    folders = address + path
    // Destinations are validated before; this is what keeps the document below the root.
    guard !folders.contains(where: { $0 == "." || $0 == ".." }) else {
      throw SendError(
        code: "path_escapes", message: "the address names a folder outside the destination's root", retry: .never)
    }
  }

  func text(_ file: String) -> String { (folders + [file]).joined(separator: "/") }
}
