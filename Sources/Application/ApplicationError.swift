/// An error in the settings of an installation or of a command.
package struct ApplicationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Code: String, Sendable {
    /// Settings contradict each other or name something that does not exist.
    case invalidSettings
    /// The machine has no font.
    case noFonts
    /// The artifact store belongs to another database.
    case wrongStore
    /// The login lacks rights in the database.
    case missingRights
  }
  package var code: Code
  /// A message for a person: the cause, and a remedy.
  package var message: String
  /// A path or the text that is wrong; empty if there is none.
  package var place: String

  package init(code: Code, message: String, place: String = "") {
    self.code = code
    self.message = message
    self.place = place
  }

  package var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
