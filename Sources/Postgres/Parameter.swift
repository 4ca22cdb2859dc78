import FoundationEssentials

/// A value for a `$n` of a statement. The server infers the type from where the parameter stands.
package enum Parameter: Sendable {
  case null
  case integer(Int64)
  case double(Double)
  case boolean(Bool)
  case text(String)
  /// UTF-8 text as bytes, such as a JSON payload that must be kept to the letter.
  case utf8([UInt8])
  case timestamp(Date)
  case integers([Int64])
  case texts([String])

  package static func integer(_ value: Int?) -> Parameter { value.map { .integer(Int64($0)) } ?? .null }
  package static func text(optional value: String?) -> Parameter { value.map { .text($0) } ?? .null }
  package static func timestamp(optional value: Date?) -> Parameter { value.map { .timestamp($0) } ?? .null }
}
