/// The actions that readers permit to a person who opened a document with its user password (ISO 32000-2, table 22).
/// Only readers that respect permissions enforce them.
package struct DocumentPermissions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Printing as pictures of low resolution.
  package static let printLow = DocumentPermissions(rawValue: 1 << 2)
  /// Changes other than those of `annotate`, `forms` and `assemble`.
  package static let modify = DocumentPermissions(rawValue: 1 << 3)
  /// Extracting text and pictures.
  package static let copy = DocumentPermissions(rawValue: 1 << 4)
  /// Adding and changing annotations, and filling in forms.
  package static let annotate = DocumentPermissions(rawValue: 1 << 5)
  /// Filling in forms, even without `annotate`.
  package static let forms = DocumentPermissions(rawValue: 1 << 8)
  /// Inserting, deleting and turning pages, even without `modify`.
  package static let assemble = DocumentPermissions(rawValue: 1 << 10)
  /// Printing at full resolution.
  package static let print: DocumentPermissions = [.printLow, DocumentPermissions(rawValue: 1 << 11)]
  package static let all: DocumentPermissions = [.print, .modify, .copy, .annotate, .forms, .assemble]

  /// The permissions by their names in options and configuration files.
  package static let names: [(name: String, permissions: DocumentPermissions)] = [
    ("print", .print), ("print-low", .printLow), ("modify", .modify), ("copy", .copy), ("annotate", .annotate),
    ("forms", .forms), ("assemble", .assemble), ("none", []), ("all", .all),
  ]

  /// The permissions with these names; nil if one is unknown.
  package init?(names: [String]) {
    self = []
    for name in names {
      guard let found = Self.names.first(where: { $0.name == name }) else { return nil }
      formUnion(found.permissions)
    }
  }

  /// `/P`: reserved bits are 1, except the first two, and assistive software may always read the text (bit 10).
  var value: UInt32 { (0xFFFF_F0C0 & ~Self.all.rawValue) | 1 << 9 | rawValue }
}
