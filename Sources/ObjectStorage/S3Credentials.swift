/// The credentials of an account of the storage. They appear in no description.
package struct S3Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let accessKey: String
  let secretKey: String
  /// The session token of temporary credentials; nil for others.
  let sessionToken: String?

  package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }

  package var description: String { "S3Credentials" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
