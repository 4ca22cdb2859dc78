import CPKCS11

/// The library of a token (PKCS #11), loaded into this process.
final class TokenModule {
  private let functions: UnsafeMutablePointer<CK_FUNCTION_LIST>

  /// The most slots that are searched.
  private static let slotLimit: CK_ULONG = 256

  /// - Parameter path: absolute.
  init(path: String) throws(TokenFailure) {
    guard let functions = p11_kit_module_load(path, 0) else {
      let reason = p11_kit_message().map { String(cString: $0) } ?? "unknown error"
      throw TokenFailure("The module \(path) cannot be loaded: \(reason).")
    }
    let result = p11_kit_module_initialize(functions)
    guard result == CKR_OK else {
      p11_kit_module_release(functions)
      throw TokenFailure("The module \(path) cannot be initialized: \(Self.text(result)).")
    }
    self.functions = functions
  }

  deinit {
    p11_kit_module_finalize(functions)
    p11_kit_module_release(functions)
  }

  /// Calls a function of the module.
  /// - Parameter task: for messages, such as `signs`.
  func call(_ task: String, _ body: (CK_FUNCTION_LIST) -> CK_RV?) throws(TokenFailure) {
    let result = result(body)
    guard result == CKR_OK else { throw TokenFailure("The token \(task): \(Self.text(result)).") }
  }

  func result(_ body: (CK_FUNCTION_LIST) -> CK_RV?) -> CK_RV {
    body(functions.pointee) ?? CKR_FUNCTION_NOT_SUPPORTED
  }

  static func text(_ result: CK_RV) -> String {
    p11_kit_strerror(result).map { String(cString: $0) } ?? "error \(result)"
  }

  /// The slot of the only token that a URI can be about.
  func slot(of uri: TokenURI) throws(TokenFailure) -> (id: CK_SLOT_ID, token: CK_TOKEN_INFO) {
    var module = CK_INFO()
    try call("does not tell its module") { $0.C_GetInfo?(&module) }
    guard uri.matches(&module) else { throw TokenFailure("The URI of the key is about another module.") }
    var count: CK_ULONG = 0
    try call("is not found") { $0.C_GetSlotList?(CK_BBOOL(CK_TRUE), nil, &count) }
    guard count <= Self.slotLimit else { throw TokenFailure("The module has more than \(Self.slotLimit) slots.") }
    var slots = [CK_SLOT_ID](repeating: 0, count: Int(count))
    if count > 0 { try call("is not found") { $0.C_GetSlotList?(CK_BBOOL(CK_TRUE), &slots, &count) } }
    var found: [(id: CK_SLOT_ID, token: CK_TOKEN_INFO)] = []
    for slot in slots.prefix(Int(count)) {
      var slotInfo = CK_SLOT_INFO()
      var token = CK_TOKEN_INFO()
      // A token can be removed at any time.
      guard result({ $0.C_GetSlotInfo?(slot, &slotInfo) }) == CKR_OK,
        result({ $0.C_GetTokenInfo?(slot, &token) }) == CKR_OK,
        token.flags & CKF_TOKEN_INITIALIZED != 0, uri.matches(slot, &slotInfo, &token)
      else { continue }
      found.append((slot, token))
    }
    guard let first = found.first else { throw TokenFailure("The token that the URI of the key names is not present.") }
    guard found.count == 1 else {
      throw TokenFailure("The URI of the key can be about \(found.count) tokens; add token or serial.")
    }
    return first
  }
}
