import CPKCS11

/// A session with a token.
final class TokenSession {
  private let module: TokenModule
  private let token: CK_TOKEN_INFO
  private let handle: CK_SESSION_HANDLE

  /// The most objects that a search finds.
  private static let objectLimit = 32
  /// The most bytes of an attribute, such as a certificate.
  private static let attributeLimit: CK_ULONG = 1 << 16
  /// The most bytes of a signature: RSA with 16,384 bits.
  private static let signatureLimit: CK_ULONG = 2_048

  init(_ module: TokenModule, _ slot: (id: CK_SLOT_ID, token: CK_TOKEN_INFO)) throws(TokenFailure) {
    var handle: CK_SESSION_HANDLE = 0
    try module.call("opens no session") { $0.C_OpenSession?(slot.id, CKF_SERIAL_SESSION, nil, nil, &handle) }
    self.module = module
    self.handle = handle
    token = slot.token
  }

  deinit { _ = module.result { $0.C_CloseSession?(handle) } }

  // MARK: PIN

  /// Logs the user in, if the token requires it. A PIN is tried once.
  /// - Parameter triesAgain: whether it is tried although the token reports that the last one was wrong.
  func logIn(_ pin: String?, triesAgain: Bool) throws(TokenFailure) {
    func reports(_ flag: CK_FLAGS) -> Bool { token.flags & flag != 0 }
    guard reports(CKF_LOGIN_REQUIRED) else { return }
    guard pin != nil || reports(CKF_PROTECTED_AUTHENTICATION_PATH) else {
      throw TokenFailure("The token needs a PIN; name a file or variable with it as the passphrase.")
    }
    guard !reports(CKF_USER_PIN_LOCKED) else { throw TokenFailure("The PIN of the token is locked.") }
    guard !reports(CKF_USER_PIN_FINAL_TRY) else {
      throw TokenFailure(
        "The token would lock its PIN after one more wrong one, so that none is tried; log in with its own program.")
    }
    guard triesAgain || !reports(CKF_USER_PIN_COUNT_LOW) else {
      throw TokenFailure(
        "The token reports that the last PIN was wrong, so that none is tried; pressrun sign with this key tries it again."
      )
    }
    try logIn(CKU_USER, pin)
  }

  private func logIn(_ user: CK_USER_TYPE, _ pin: String?) throws(TokenFailure) {
    var bytes = pin.map { Array($0.utf8) } ?? []
    let result = bytes.withUnsafeMutableBufferPointer { buffer in
      module.result {
        $0.C_Login?(handle, user, pin == nil ? nil : buffer.baseAddress, pin == nil ? 0 : CK_ULONG(buffer.count))
      }
    }
    switch result {
    case CKR_OK, CKR_USER_ALREADY_LOGGED_IN: break
    case CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE:
      throw TokenFailure("The token refuses the PIN.", isPIN: true)
    case CKR_PIN_LOCKED: throw TokenFailure("The PIN of the token is locked.", isPIN: true)
    default: throw TokenFailure("The token refuses the login: \(TokenModule.text(result)).")
    }
  }

  // MARK: Objects

  /// The objects of a class with these attributes.
  func objects(of kind: CK_OBJECT_CLASS, with attributes: [CK_ATTRIBUTE]) throws(TokenFailure) -> [CK_OBJECT_HANDLE] {
    var kind = kind
    let found = withUnsafeMutableBytes(of: &kind) { value in
      let size = CK_ULONG(value.count)
      return search([CK_ATTRIBUTE(type: CKA_CLASS, pValue: value.baseAddress, ulValueLen: size)] + attributes)
    }
    return try found.get()
  }

  /// The objects of a class with an identifier.
  func objects(of kind: CK_OBJECT_CLASS, identifier: [UInt8]) throws(TokenFailure) -> [CK_OBJECT_HANDLE] {
    var identifier = identifier
    let found = identifier.withUnsafeMutableBytes { value in
      let attribute = CK_ATTRIBUTE(type: CKA_ID, pValue: value.baseAddress, ulValueLen: CK_ULONG(value.count))
      return Result { () throws(TokenFailure) in try objects(of: kind, with: [attribute]) }
    }
    return try found.get()
  }

  private func search(_ attributes: [CK_ATTRIBUTE]) -> Result<[CK_OBJECT_HANDLE], TokenFailure> {
    Result { () throws(TokenFailure) in
      var template = attributes
      try module.call("cannot be searched") { $0.C_FindObjectsInit?(handle, &template, CK_ULONG(attributes.count)) }
      defer { _ = module.result { $0.C_FindObjectsFinal?(handle) } }
      var found = [CK_OBJECT_HANDLE](repeating: 0, count: Self.objectLimit)
      var number: CK_ULONG = 0
      try module.call("cannot be searched") { $0.C_FindObjects?(handle, &found, CK_ULONG(Self.objectLimit), &number) }
      return Array(found.prefix(Int(number)))
    }
  }

  /// The value of an attribute of an object; nil if it has none, or it is secret.
  func value(_ attribute: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE) -> [UInt8]? {
    var query = CK_ATTRIBUTE(type: attribute, pValue: nil, ulValueLen: 0)
    guard module.result({ $0.C_GetAttributeValue?(handle, object, &query, 1) }) == CKR_OK,
      query.ulValueLen <= Self.attributeLimit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(query.ulValueLen))
    let result = bytes.withUnsafeMutableBytes { buffer in
      query.pValue = buffer.baseAddress
      return module.result { $0.C_GetAttributeValue?(handle, object, &query, 1) }
    }
    guard result == CKR_OK, query.ulValueLen <= CK_ULONG(bytes.count) else { return nil }
    return Array(bytes.prefix(Int(query.ulValueLen)))
  }

  func number(_ attribute: CK_ATTRIBUTE_TYPE, of object: CK_OBJECT_HANDLE) -> CK_ULONG? {
    guard let bytes = value(attribute, of: object), bytes.count == MemoryLayout<CK_ULONG>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: CK_ULONG.self) }
  }

  // MARK: Signature

  /// The signature of data by a mechanism without parameters.
  func signature(
    of data: [UInt8], by key: CK_OBJECT_HANDLE, _ mechanism: CK_MECHANISM_TYPE, pin: String?
  ) throws(TokenFailure) -> [UInt8] {
    var choice = CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
    try module.call("does not sign") { $0.C_SignInit?(handle, &choice, key) }
    // Some keys ask for the PIN before each signature.
    if value(CKA_ALWAYS_AUTHENTICATE, of: key) == [1] { try logIn(CKU_CONTEXT_SPECIFIC, pin) }
    var data = data
    var signature = [UInt8](repeating: 0, count: Int(Self.signatureLimit))
    var count = Self.signatureLimit
    let length = CK_ULONG(data.count)
    try module.call("does not sign") { $0.C_Sign?(handle, &data, length, &signature, &count) }
    return Array(signature.prefix(Int(count)))
  }
}
