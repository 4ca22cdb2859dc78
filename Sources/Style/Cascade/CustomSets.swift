/// The custom properties of all elements. A set contains the properties that one element declares, and refers to the
/// set of the parent for the others.
struct CustomSets: Sendable {
  private struct Entry: Hashable, Sendable {
    var parent: UInt32
    /// Resolved values; nil if the element unsets the property.
    var own: [String: String?]
  }
  /// The first set is empty and its own parent.
  private var entries: ContiguousArray<Entry> = [Entry(parent: 0, own: [:])]
  private var numbers: [Entry: UInt32] = [:]
  /// `@property` rules by name.
  var registered: [String: RegisteredProperty] = [:]
  /// Bytes of all values after substitution of `var()`.
  private var bytes = 0
  /// Whether the value of a property was too long, or referred to others over too many levels, and is missing.
  private(set) var lacksValues = false

  static let byteLimit = 24 << 20

  var isFull: Bool { bytes > Self.byteLimit }

  func value(_ name: String, in set: UInt32) -> String? {
    var set = set
    while set != 0 {
      if let own = entries[Int(set)].own[name] { return own ?? registered[name]?.initial }
      set = entries[Int(set)].parent
    }
    return registered[name]?.initial
  }

  /// The properties that an element declares; nil for one that it unsets.
  func declared(in set: UInt32, inheriting parent: UInt32) -> [String: String?] {
    set == parent ? [:] : entries[Int(set)].own
  }

  /// Whether values of an element depend on its font, so that its descendants inherit another set than the one that
  /// the element itself uses.
  func dependsOnFont(_ declared: [String: CustomValue]) -> Bool {
    !registered.isEmpty && !isFull && declared.keys.contains { registered[$0]?.hasLengths == true }
  }

  /// The set of an element; the parent's if the element declares nothing or the limit is exceeded.
  /// - Parameters:
  ///   - element: what functions in the values read; nil for page and margin boxes.
  ///   - lengths: nil as long as the font of the element is not known.
  mutating func add(
    _ declared: [String: CustomValue], parent: UInt32, of element: ElementReader?, lengths: LengthContext? = nil
  ) -> UInt32 {
    if isFull { return parent }
    var declared = declared
    // An element resets registered properties that are not inherited. Those that differ from their initial values in
    // the parent are in its own set, because they were reset there too.
    for (name, value) in entries[Int(parent)].own where value != nil && declared[name] == nil {
      guard let property = registered[name], !property.inherits, value != property.initial else { continue }
      declared[name] = .wide(.initial)
    }
    if declared.isEmpty { return parent }
    let resolved = CustomPropertyResolver.resolve(declared, inherited: self, parent, of: element, lengths)
    if resolved.exceedsLimit { lacksValues = true }
    let entry = Entry(parent: parent, own: resolved.values)
    for (name, value) in entry.own { bytes += name.utf8.count + (value?.utf8.count ?? 0) + 64 }
    if let known = numbers[entry] { return known }
    entries.append(entry)
    numbers[entry] = UInt32(entries.count - 1)
    return UInt32(entries.count - 1)
  }
}
