/// The form fields whose change invalidates a signature: its FieldMDP transform (ISO 32000-1, 12.8.2.4), or the lock of
/// its field (ISO 32000-2, 12.7.5.5).
package struct FieldLock: Hashable, Sendable {
  package enum Action: String, Sendable {
    case all = "All"
    case include = "Include"
    case exclude = "Exclude"
  }

  package var action: Action
  /// Fully qualified names; empty for `all`. The name of a field includes the fields below it in the
  /// hierarchy.
  package var fields: [String]

  private static let fieldLimit = 10_000

  package init(_ action: Action, _ fields: [String] = []) {
    self.action = action
    self.fields = fields
  }

  /// Whether the value of a field must not change, or a field with this name be added.
  package func locks(_ name: String) -> Bool {
    switch action {
    case .all: true
    case .include: names(name)
    case .exclude: !names(name)
    }
  }

  private func names(_ name: String) -> Bool { fields.contains { name == $0 || name.hasPrefix($0 + ".") } }
}

extension FieldLock {
  /// Fails if the dictionary has no action. A lock that is not understood, or that names too many fields, locks all.
  init?(_ dictionary: PDFDictionary, in file: PDFFile) {
    guard let name = (try? file.resolve(dictionary["Action"]))?.name else { return nil }
    let fields = (try? file.resolve(dictionary["Fields"]))?.array
    guard let action = Action(rawValue: name.text), action != .all, let fields, fields.count <= Self.fieldLimit else {
      self.init(.all)
      return
    }
    self.init(action, fields.compactMap { (try? file.resolve($0))?.string.map { printable($0) } })
  }
}
