import FoundationEssentials

/// A request to the process of a token, as JSON.
struct TokenRequest: Codable, Sendable {
  /// The path of the library of the token.
  var module: String
  /// The `pkcs11:` URI of the key.
  var key: String
  /// It is nil if the token has none, or a keypad.
  var pin: String?
  /// Whether the PIN is tried although the token reports a wrong one.
  var triesAgain: Bool
  /// The SHA-256 to sign; nil for a request that describes the key.
  var digest: Data?
}

/// The answer of the process of a token.
enum TokenResponse: Codable, Sendable {
  case key(TokenKeyDescription)
  /// The signature: for RSA encoded as in CMS, for an elliptic curve the two numbers concatenated.
  case signature(Data)
  case failed(TokenFailure)
}

/// A private key in a token, without its secret.
struct TokenKeyDescription: Codable, Sendable {
  enum Algorithm: String, Codable, Sendable { case rsa, ec }

  var algorithm: Algorithm
  /// The modulus, or the point of the curve; nil if the token does not report it.
  var publicValue: Data?
  /// The certificates in the token with the identifier of the key, in DER.
  var certificates: [Data]
}

/// The error for which a token could not be used. The message contains no PIN.
struct TokenFailure: Error, Codable, Hashable, Sendable {
  var message: String
  /// Whether the token refused the PIN. Each further try can lock the token.
  var isPIN = false

  init(_ message: String, isPIN: Bool = false) {
    self.message = message
    self.isPIN = isPIN
  }
}
