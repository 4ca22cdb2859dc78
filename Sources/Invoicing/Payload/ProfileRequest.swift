import Diagnostics
import JSON

/// The value of the member `einvoice`: the name of a profile, or an object with it.
struct ProfileRequest {
  private(set) var profile: InvoiceProfile?
  private(set) var attachesPDF = false
  private(set) var process: String?

  init(_ root: PayloadObject, _ log: ViolationLog) {
    let path = root.path(of: "einvoice")
    switch root["einvoice"] {
    case nil: return
    case .string(let name)?: profile = Self.profile(name, log, at: path)
    case .object(let object)?:
      guard let object = PayloadObject(.object(object), at: path, log, isStrict: true) else { return }
      let name = object.filledText("profile", "missing; expected \(InvoiceProfile.names)", rule: "BR-01")
      if !name.isEmpty { profile = Self.profile(name, log, at: object.path(of: "profile")) }
      attachesPDF = object.flag("attach_pdf") ?? false
      process = object.text("process")
      object.reportUnknown()
    case let value?:
      log.error(.wrongType, "expected a string or an object, found \(value.described)", at: path)
    }
  }

  private static func profile(_ name: String, _ log: ViolationLog, at path: JSONPath) -> InvoiceProfile? {
    if let profile = InvoiceProfile(rawValue: name) { return profile }
    log.error(
      .invalidValue, "unknown profile \(Quotation.of(name)); expected \(InvoiceProfile.names)", rule: "BR-01", at: path)
    return nil
  }
}
