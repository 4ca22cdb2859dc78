import JSON

/// Collects the violations of one payload, so that all are reported at once.
final class ViolationLog {
  /// The number of errors, and of warnings, that are kept.
  static let limit = 50
  private(set) var errors: [InvoiceViolation] = []
  private(set) var warnings: [InvoiceViolation] = []
  /// The values that are known to be faulty: further errors about them, or about the objects that contain them, follow
  /// from the first.
  private var faulty: [JSONPath] = []

  func error(
    _ code: InvoiceViolation.Code = .invalidValue, _ message: String, rule: String? = nil, term: String? = nil,
    at path: JSONPath
  ) {
    guard errors.count < Self.limit, !follows(path) else { return }
    errors.append(.init(severity: .error, code: code, rule: rule, term: term, path: path, message: message))
  }

  /// Leaves out further errors at the paths of those so far.
  func closeReading() { faulty = errors.map(\.path) }

  private func follows(_ path: JSONPath) -> Bool {
    faulty.contains { $0.steps.starts(with: path.steps) || path.steps.starts(with: $0.steps) }
  }

  func warning(
    _ message: String, code: InvoiceViolation.Code = .invalidValue, rule: String? = nil, term: String? = nil,
    at path: JSONPath
  ) {
    guard warnings.count < Self.limit else { return }
    warnings.append(
      .init(severity: .warning, code: code, rule: rule, term: term, path: path, message: message))
  }

  func mismatch(
    isError: Bool, _ message: String, stated: String, computed: String, rule: String? = nil, term: String? = nil,
    at path: JSONPath
  ) {
    let violation = InvoiceViolation(
      severity: isError ? .error : .warning, code: .totalMismatch, rule: rule, term: term, path: path,
      message: message, stated: stated, computed: computed)
    if isError, errors.count < Self.limit { errors.append(violation) }
    if !isError, warnings.count < Self.limit { warnings.append(violation) }
  }
}
