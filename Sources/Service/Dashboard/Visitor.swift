import OperatingSystem
import Web

extension Dashboard {
  /// The person who requests a page, with the person's permissions.
  struct Visitor: Sendable {
    let principal: Principal
    /// The value that each form must send back, so that no other site can send forms in the visitor's name.
    let formKey: String

    var tenants: TenantScope { principal.tenants }

    /// Whether the visitor sees all tenants, and so queues, workers and destinations, which tenants share.
    var seesAll: Bool { tenants == .all }

    func has(_ role: Role) -> Bool { principal.permissions.contains(role.permission) }

    /// - Throws: `Problem` `.forbidden` for a person that is bound to tenants.
    func requireAll() throws(Problem) {
      guard seesAll else {
        throw Problem(
          .forbidden,
          "this concerns all tenants, and your account is bound to \(tenants.names?.joined(separator: ", ") ?? "")")
      }
    }

    /// - Throws: `Problem` `.notFound`, as if there were nothing, for another tenant.
    func require(_ tenant: String, _ what: String) throws(Problem) {
      guard tenants.contains(tenant) else { throw Problem(.notFound, "there is no \(what)") }
    }
  }
}
