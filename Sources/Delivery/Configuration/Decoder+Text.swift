extension Decoder {
  /// The value of a text that `make` checks. Its error gets the place of the text.
  func value<Value>(_ make: (String) throws(DeliveryError) -> Value) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    do throws(DeliveryError) {
      return try make(text)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: error.message))
    }
  }
}
