/// The body that a route takes.
package struct BodyDescription: Sendable {
  /// A media type that the body may have.
  package struct Content: Sendable {
    /// The media type in lower case, without parameters.
    package var mediaType: String
    /// The schema of the content; nil for content that is not JSON.
    package var schema: JSONSchema?
    package var example: String?
    package init(_ mediaType: String, schema: JSONSchema? = nil, example: String? = nil) {
      self.mediaType = mediaType
      self.schema = schema
      self.example = example
    }
  }

  /// The contents that the route takes; empty if it takes no body.
  package var contents: [Content]
  /// The largest number of bytes.
  package var limit: Int
  package var isRequired: Bool
  package var description: String

  package init(_ contents: [Content], limit: Int, isRequired: Bool = true, description: String = "") {
    self.contents = contents
    self.limit = limit
    self.isRequired = isRequired
    self.description = description
  }

  /// No body. A request that has one is refused.
  package static let none = BodyDescription([], limit: 0, isRequired: false)

  package static func json(_ schema: JSONSchema, limit: Int = 1 << 20, example: String? = nil) -> BodyDescription {
    BodyDescription([Content("application/json", schema: schema, example: example)], limit: limit)
  }

  /// The fields of an HTML form, also if it is empty.
  package static func form(limit: Int = 64 << 10) -> BodyDescription {
    BodyDescription([Content("application/x-www-form-urlencoded")], limit: limit, isRequired: false)
  }

  package static func multipart(limit: Int, description: String = "") -> BodyDescription {
    BodyDescription([Content("multipart/form-data")], limit: limit, description: description)
  }
}
