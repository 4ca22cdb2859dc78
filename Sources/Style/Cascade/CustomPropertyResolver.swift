/// Resolves the custom properties that one element declares, including `var()` references between them.
struct CustomPropertyResolver {
  private let declared: [String: CustomValue]
  private let inherited: CustomSets
  private let parent: UInt32
  private let element: ElementReader?
  private let lengths: LengthContext?
  private var resolved: [String: String?] = [:]
  private var visiting: [String] = []
  /// Properties on a reference cycle, which are all invalid.
  private var cyclic: Set<String> = []
  private var exceedsLimit = false

  /// The values by name, nil if a property has no value; and whether a value exceeds a limit of `Substitution` and is
  /// lost.
  /// - Parameters:
  ///   - parent: the set that the element inherits.
  ///   - lengths: nil as long as the font of the element is not known.
  static func resolve(
    _ declared: [String: CustomValue], inherited: CustomSets, _ parent: UInt32, of element: ElementReader?,
    _ lengths: LengthContext?
  ) -> (values: [String: String?], exceedsLimit: Bool) {
    var resolver = CustomPropertyResolver(declared, inherited: inherited, parent, element, lengths)
    var result: [String: String?] = [:]
    for name in declared.keys.sorted() { result[name] = .some(resolver.resolve(name)) }
    return (result, resolver.exceedsLimit)
  }

  private init(
    _ declared: [String: CustomValue], inherited: CustomSets, _ parent: UInt32, _ element: ElementReader?,
    _ lengths: LengthContext?
  ) {
    self.declared = declared
    self.inherited = inherited
    self.parent = parent
    self.element = element
    self.lengths = lengths
  }

  private mutating func resolve(_ name: String) -> String? {
    guard let value = declared[name] else { return inherited.value(name, in: parent) }
    if let known = resolved[name] { return known }
    if let index = visiting.firstIndex(of: name) {
      cyclic.formUnion(visiting[index...])
      return nil
    }
    switch value {
    case .wide(.initial): return nil
    case .wide: return inherited.value(name, in: parent)
    case .text(let text, []): return valid(text, name)
    case .text(let text, _):
      guard visiting.count < Substitution.depthLimit else {
        exceedsLimit = true
        return nil
      }
      visiting.append(name)
      var isTooLong = false
      var result = Substitution.substitute(
        text, value: { self.resolve($0) }, element: element, exceededLimit: { isTooLong = true })
      if isTooLong { exceedsLimit = true }
      visiting.removeLast()
      result = cyclic.contains(name) ? nil : result.flatMap { valid($0, name) }
      resolved[name] = .some(result)
      return result
    }
  }

  /// The computed value of a registered property if the value has the property's syntax, and else the one that `unset`
  /// gives (css-properties-values-api-1 §2.4).
  private func valid(_ text: String, _ name: String) -> String? {
    guard let property = inherited.registered[name] else { return text }
    if property.accepts(text) { return property.computed(text, lengths) ?? text }
    return property.inherits ? inherited.value(name, in: parent) : nil
  }
}
