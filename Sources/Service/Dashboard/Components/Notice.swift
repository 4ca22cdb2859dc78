import Web

extension Dashboard {
  /// A message about the last form, shown on the page that follows. The address has only its name and a number, so that
  /// a link cannot put other text on the page.
  enum Notice: String, CaseIterable {
    case retried, cancelled, cancelling, shared, paused, resumed, limited, enabled, policySet, policyRemoved

    private func text(_ number: Int?) -> String {
      switch self {
      case .retried:
        number.map { "\(Format.count($0)) \($0 == 1 ? "job is" : "jobs are") ready to run again." }
          ?? "The job is ready to run again."
      case .cancelled:
        number.map { "\(Format.count($0)) \($0 == 1 ? "job was" : "jobs were") cancelled, or will be by the worker." }
          ?? "The job was cancelled."
      case .cancelling: "The worker was asked to stop the job."
      case .shared: number.map { "Delivery \($0) was requested." } ?? "The delivery was requested."
      case .paused: "Paused. Running jobs finish."
      case .resumed: "Resumed."
      case .limited: "The limits were set."
      case .enabled: "Deliveries are tried again."
      case .policySet: "The policy was set."
      case .policyRemoved: "The policy was removed; the default policy applies."
      }
    }

    /// The address of a page with this notice.
    func on(_ address: String, _ number: Int? = nil) -> WebResponse {
      let sign = address.contains("?") ? "&" : "?"
      return .redirect(to: "\(address)\(sign)notice=\(rawValue)\(number.map { "&number=\($0)" } ?? "")")
    }

    static func html(_ query: [QueryItem]) -> HTML? {
      guard let name = query.first(where: { $0.name == "notice" })?.value, let notice = Notice(rawValue: name) else {
        return nil
      }
      return UI.message(notice.text(query.first { $0.name == "number" }.flatMap { Int($0.value) }), .good)
    }

    /// The query parameters of pages that can show a notice.
    static let parameters = [
      Parameter<String?>.query("notice", .oneOf(allCases.map(\.rawValue)), "What the last form did.").declaration,
      Parameter<Int?>.query("number", .integer(0...Int.max), "A number of the notice.").declaration,
    ]
  }
}
