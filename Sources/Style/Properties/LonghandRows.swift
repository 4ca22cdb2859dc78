/// Collects the rows of the property table.
struct LonghandRows {
  private var rows = [Longhand?](repeating: nil, count: Property.allCases.count)

  /// All rows in the order of `Property`; every property must have one.
  var table: ContiguousArray<Longhand> {
    ContiguousArray(
      Property.allCases.map { property in
        guard let row = rows[Int(property.rawValue)] else { preconditionFailure("no row for \(property)") }
        return row
      })
  }

  private mutating func insert(_ row: Longhand) {
    precondition(rows[Int(row.property.rawValue)] == nil, "two rows for \(row.property)")
    rows[Int(row.property.rawValue)] = row
  }

  /// A property whose computed value is one field.
  /// - Parameter reset: for a property whose initial value depends on others; by default the initial value of the
  ///   field.
  mutating func add<T: Sendable>(
    _ property: Property, _ name: String, _ field: Longhand.Field<T>, _ traits: Longhand.Traits = [],
    grammar: @escaping Longhand.Grammar, computed: @escaping @Sendable (borrowing StyleComputer, Value) -> T,
    reset: Longhand.Reset? = nil
  ) {
    let initial = ComputedStyle.initial[keyPath: field]
    insert(
      Longhand(
        property: property, name: name, traits: traits, grammar: grammar,
        compute: { $0.style[keyPath: field] = computed($0, $1) }, copy: { $0[keyPath: field] = $1[keyPath: field] },
        reset: reset ?? { $0.style[keyPath: field] = initial }, physical: nil))
  }

  /// A colour. `inherit` resolves the value of the parent with the element's own `color` if it is `currentcolor` or
  /// depends on it.
  /// - Parameter current: the member of `CurrentColors` for the property.
  mutating func addColor(
    _ property: Property, _ name: String, _ field: Longhand.Field<Color>, _ current: CurrentColors,
    _ traits: Longhand.Traits = [], reset: @escaping Longhand.Reset
  ) {
    add(property, name, traits) {
      $0.colorValue()
    } compute: {
      $0.style[keyPath: field] = $0.color($1)
      if $1 == .color(.current) {
        $0.style.currentColors.insert(current)
      } else {
        $0.style.currentColors.remove(current)
      }
      $0.style.setOpenColor($1, current)
    } copy: {
      let isCurrent = $1.currentColors.contains(current)
      let open = $1.openColors.first { $0.property == current }
      $0[keyPath: field] =
        isCurrent ? $0.text.color : open?.value.resolve(current: $0.text.color) ?? $1[keyPath: field]
      if isCurrent { $0.currentColors.insert(current) } else { $0.currentColors.remove(current) }
      if !$0.openColors.isEmpty || open != nil { $0.setOpenColor(open.map { .color($0.value) }, current) }
    } reset: {
      reset(&$0)
    }
  }

  /// A property whose value is one of some keywords.
  mutating func add<T: Sendable>(
    _ property: Property, _ name: String, _ field: Longhand.Field<T>, _ traits: Longhand.Traits = [],
    keywords: KeyValuePairs<Keyword, T>
  ) {
    let allowed = keywords.map(\.key)
    let values = keywords.map(\.value)
    add(property, name, field, traits) {
      $0.keyword(in: allowed).map { .keyword($0) }
    } computed: {
      $0.keyword($1).flatMap { allowed.firstIndex(of: $0) }.map { values[$0] } ?? values[0]
    }
  }

  /// A property whose value is one of some names that are not keywords of another property.
  mutating func add<T: Sendable>(
    _ property: Property, _ name: String, _ field: Longhand.Field<T>, _ traits: Longhand.Traits = [],
    names: KeyValuePairs<String, T>
  ) {
    let allowed = names.map(\.key)
    let values = names.map(\.value)
    add(property, name, field, traits) {
      $0.word(allowed)
    } computed: { _, value in
      guard case .identifier(let name) = value, let index = allowed.firstIndex(of: name) else { return values[0] }
      return values[index]
    }
  }

  /// A property that sets several fields, or that is finished when all properties of the element are known.
  mutating func add(
    _ property: Property, _ name: String, _ traits: Longhand.Traits = [], grammar: @escaping Longhand.Grammar,
    compute: @escaping Longhand.Compute, copy: @escaping Longhand.Copy, reset: Longhand.Reset? = nil
  ) {
    insert(
      Longhand(
        property: property, name: name, traits: traits, grammar: grammar, compute: compute, copy: copy,
        reset: reset ?? { copy(&$0.style, .initial) }, physical: nil))
  }

  /// A flow-relative property. The cascade replaces it by a physical one, whose grammar it has.
  mutating func add(_ property: Property, _ name: String, leftToRight: Property, rightToLeft: Property) {
    guard let row = rows[Int(leftToRight.rawValue)] else { preconditionFailure("no row for \(leftToRight)") }
    insert(
      Longhand(
        property: property, name: name, traits: row.traits, grammar: row.grammar, compute: { _, _ in },
        copy: { _, _ in }, reset: { _ in }, physical: PhysicalPair(leftToRight: leftToRight, rightToLeft: rightToLeft)))
  }

  /// A flow-relative property of the block axis, or one whose physical property does not depend on the direction.
  mutating func add(_ property: Property, _ name: String, physical: Property) {
    add(property, name, leftToRight: physical, rightToLeft: physical)
  }

  /// A property that no box has: one that only `@page` reads, or a custom property.
  mutating func addUncomputed(
    _ property: Property, _ name: String, _ traits: Longhand.Traits, grammar: @escaping Longhand.Grammar
  ) {
    add(property, name, traits, grammar: grammar, compute: { _, _ in }, copy: { _, _ in })
  }
}
