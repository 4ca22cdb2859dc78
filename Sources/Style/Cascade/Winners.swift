/// The winning declaration of each property, as an index in `BlockTable.declarations`.
///
/// Few properties of an element are declared: a bit for each says which, so that neither emptying nor reading the table
/// visits the others.
struct Winners {
  /// The declarations by property number; defined where the bit of the property is set.
  private var declarations = ContiguousArray<Int32>(repeating: 0, count: Property.allCases.count)
  private var bits = SIMD8<UInt64>()

  subscript(property: Property) -> Int32? {
    get {
      let number = Int(property.rawValue)
      return bits[number >> 6] >> UInt64(number & 63) & 1 == 0 ? nil : declarations[number]
    }
    set {
      let number = Int(property.rawValue)
      let bit: UInt64 = 1 << UInt64(number & 63)
      if let newValue {
        bits[number >> 6] |= bit
        declarations[number] = newValue
      } else {
        bits[number >> 6] &= ~bit
      }
    }
  }

  /// Drops the declarations of other properties.
  mutating func keep(_ applies: (Property) -> Bool) {
    var next = first(from: 0)
    while let property = next?.property {
      if !applies(property) { self[property] = nil }
      next = first(from: Int(property.rawValue) + 1)
    }
  }

  mutating func removeAll() { bits = SIMD8() }

  /// The first declared property whose number is at least `number`, and its declaration; nil if there is none.
  func first(from number: Int) -> (property: Property, declaration: Int32)? {
    var word = number >> 6
    guard word < bits.scalarCount else { return nil }
    var rest = bits[word] & (~0 << UInt64(number & 63))
    while rest == 0 {
      word += 1
      guard word < bits.scalarCount else { return nil }
      rest = bits[word]
    }
    let found = word << 6 + rest.trailingZeroBitCount
    return Property(rawValue: UInt16(found)).map { ($0, declarations[found]) }
  }
}
