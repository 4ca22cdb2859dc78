import Yams

/// Decodes one value of a `YAMLSource`.
struct YAMLValueDecoder: Decoder {
  let node: Node
  let codingPath: [any CodingKey]
  let source: YAMLSource

  var userInfo: [CodingUserInfoKey: Any] { CodingUserInfoKey.dataFolder.map { [$0: source.dataFolder as Any] } ?? [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .mapping(let mapping) = node else { throw error("expected a mapping") }
    return KeyedDecodingContainer(YAMLMapping<Key>(decoder: self, mapping: mapping))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .sequence(let sequence) = node else { throw error("expected a list") }
    return YAMLSequence(decoder: self, elements: Array(sequence))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func error(_ message: String) -> DeliveryError { source.error(message, at: codingPath, node.mark?.line) }

  func decoder(for value: Node, _ key: any CodingKey) -> YAMLValueDecoder {
    YAMLValueDecoder(node: value, codingPath: codingPath + [key], source: source)
  }
}

extension CodingUserInfoKey {
  fileprivate static let dataFolder = CodingUserInfoKey(rawValue: "dataFolder")
}

extension Decoder {
  /// The folder that relative paths of a file of destinations are below; nil if there is none.
  var dataFolder: String? { CodingUserInfoKey.dataFolder.flatMap { userInfo[$0] as? String } }
}

extension YAMLValueDecoder: SingleValueDecodingContainer {
  private static let nulls: Set<String> = ["", "~", "null"]

  /// The text of a scalar without quotes; nil for other values.
  private var plain: String? {
    guard let scalar = node.scalar, scalar.style == .plain else { return nil }
    return scalar.string
  }

  func decodeNil() -> Bool { plain.map(Self.nulls.contains) ?? false }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = plain.flatMap(Bool.init) else { throw error("expected true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let scalar = node.scalar, !decodeNil() else { throw error("expected a text") }
    return scalar.string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let value = plain.flatMap(Double.init), value.isFinite else { throw error("expected a number") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    guard let value = plain.flatMap({ Value($0) }) else { throw error("expected a whole number") }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Duration.self, let value = try duration() as? Value { return value }
    return try source.decode(type, node, at: codingPath)
  }

  /// `500ms`, `90s`, `5m`, `2h`, `7d`.
  private func duration() throws -> Duration {
    let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    let text = node.scalar?.string ?? ""
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), (1...1_000_000).contains(number),
      let unit = units[String(text.dropFirst(digits.count))]
    else { throw error("expected a time such as 500ms, 90s, 5m or 2h") }
    return .milliseconds(number * unit)
  }
}

/// The members of a mapping.
private struct YAMLMapping<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: YAMLValueDecoder
  let mapping: Node.Mapping

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { mapping.keys.compactMap { $0.scalar.flatMap { Key(stringValue: $0.string) } } }

  func contains(_ key: Key) -> Bool { value(key) != nil }

  private func value(_ key: Key) -> Node? {
    decoder.source.ask(for: key.stringValue, at: codingPath)
    return mapping[key.stringValue]
  }

  private func decoder(_ key: Key) throws -> YAMLValueDecoder {
    guard let value = value(key) else {
      throw decoder.source.error("missing", at: codingPath + [key], decoder.node.mark?.line)
    }
    return decoder.decoder(for: value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// The elements of a list.
private struct YAMLSequence: UnkeyedDecodingContainer {
  let decoder: YAMLValueDecoder
  let elements: [Node]
  private(set) var currentIndex = 0

  init(decoder: YAMLValueDecoder, elements: [Node]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func next() throws -> YAMLValueDecoder {
    guard !isAtEnd else { throw decoder.error("the list is too short") }
    defer { currentIndex += 1 }
    return decoder.decoder(for: elements[currentIndex], YAMLKey(intValue: currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, decoder.decoder(for: elements[currentIndex], YAMLKey(intValue: currentIndex)).decodeNil() else {
      return false
    }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next().decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try next().decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try next().decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try next().decode(type) }
  mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }
}
