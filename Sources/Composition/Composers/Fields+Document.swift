import Amounts
import Diagnostics
import JSON

/// Fields common to several kinds.
extension Fields {
  /// `locale`, a BCP 47 tag; American English by default.
  func format() throws(CompositionError) -> LocalFormat {
    let identifier = try optionalString("locale") ?? "en-US"
    guard let format = LocalFormat(identifier: identifier) else {
      throw CompositionError(
        .invalidValue, "unknown locale \(Quotation.of(identifier)); expected one such as en-US or de-DE",
        at: path(of: "locale").description)
    }
    return format
  }

  /// `currency`, an ISO 4217 code.
  func currency() throws(CompositionError) -> Currency {
    let code = try string("currency")
    guard let currency = Currency(code: code) else {
      throw CompositionError(
        .invalidValue, "unknown currency \(Quotation.of(code)); expected an ISO 4217 code such as USD",
        at: path(of: "currency").description)
    }
    return currency
  }

  /// `page_size`; nil if absent.
  func pageSize() throws(CompositionError) -> PaperSize? {
    guard let text = try optionalString("page_size") else { return nil }
    guard let size = PaperSize(text) else {
      throw CompositionError(
        .invalidValue, "unknown page size \(Quotation.of(text)); expected one such as A4 or letter",
        at: path(of: "page_size").description)
    }
    return size
  }
}
