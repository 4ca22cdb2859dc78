import JSON

/// The JSON of a job's payload.
package enum Payload {
  /// - Throws: `malformedJSON`, `notText`, `tooLarge`, with line and column.
  package static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(CompositionError) -> JSONValue {
    do {
      return try JSONParser.parse(bytes, limits: limits)
    } catch {
      let code: CompositionError.Code =
        switch error.code {
        case .malformed: .malformedJSON
        case .notText: .notText
        case .tooLarge: .tooLarge
        }
      throw CompositionError(code, error.message, at: error.place)
    }
  }
}
