import Delivery
import JobQueue
import Web

extension Dashboard {
  func deliverySection(_ deliveries: [DeliveryRecord], _ holds: [JobID: [Hold]]) -> HTML? {
    guard !deliveries.isEmpty else { return nil }
    let items = deliveries.map { delivery -> HTML in
      let receipt = delivery.receipt.map { receipt -> HTML in
        UI.facts([
          ("Delivered", UI.time(receipt.time)), ("Protocol", HTML(escaping: receipt.protocol)),
          ("Address", UI.code(receipt.address)), ("Remote name", receipt.remoteID.map { UI.code($0) }),
          ("Answer", receipt.response.map { "<span class=\"excerpt\">\(String($0.prefix(300)))</span>" }),
        ])
      }
      let problem: HTML? =
        delivery.refusal.map { "<p class=\"error-text\">\($0)</p>" }
        ?? (delivery.receipt == nil
          ? delivery.errorCode.map { "<p class=\"error-text\">\(UI.code($0)) \(delivery.errorMessage ?? "")</p>" }
          : nil)
      return """
        <li><div class="when">\(Self.badge(delivery.state)) \(UI.code(delivery.destination)) \
        <a href="/jobs/\(delivery.id)">attempts: \(delivery.attempt)</a> \(UI.time(delivery.requestedAt))</div>
        \(holdList(holds[delivery.id]))\(problem)\(receipt)</li>
        """
    }
    return "<section><h2>Deliveries</h2><ul class=\"deliveries\">\(items)</ul></section>"
  }

  private static func badge(_ state: DeliveryState) -> HTML {
    let tone: UI.Tone =
      switch state {
      case .delivered: .good
      case .failed, .refused: .bad
      case .delivering: .busy
      case .pending: .info
      case .cancelled: .idle
      }
    return UI.badge(state.rawValue, tone)
  }

  /// Forms for the destinations that are allowed, and the reasons why the others are not.
  func shareSection(_ job: JobRecord, _ options: [ShareOption], _ visitor: Visitor) -> HTML? {
    guard visitor.has(.operator), !options.isEmpty else { return nil }
    let allowed = options.filter(\.isAllowed).enumerated().map { index, option -> HTML in
      let form = ShareForm(option)
      let address: HTML? = form.placeholder.map { placeholder in
        """
        <label class="unseen" for="share-\(index)">Address for \(form.name)</label>\
        <input id="share-\(index)" name="address" placeholder="\(placeholder)"\(form.isAddressRequired ? HTML(trusted: " required") : nil)>
        """
      }
      return """
        <li><form method="post" action="/jobs/\(job.id)/share" class="share">\(UI.key(visitor))
        <input type="hidden" name="endpoint" value="\(form.endpoint)">
        <strong>\(form.name)</strong>\(address)<button aria-label="Share to \(form.name)">Share</button>
        <span class="hint">\(option.rule)</span></form></li>
        """
    }
    let refused = options.filter { !$0.isAllowed }.map { option -> HTML in
      "<li><strong>\(ShareForm(option).name)</strong> <span class=\"hint\">\(option.rule)</span></li>"
    }
    let refusedPart: HTML? =
      refused.isEmpty
      ? nil : "<details><summary>Not allowed: \(refused.count)</summary><ul class=\"plain\">\(refused)</ul></details>"
    let forms: HTML =
      allowed.isEmpty
      ? "<p class=\"empty\">No destination is allowed for this document.</p>" : "<ul class=\"plain\">\(allowed)</ul>"
    return """
      <section><h2>Share to…</h2>
      \(forms)
      \(refusedPart)</section>
      """
  }

  var shareRoute: Route {
    let id = Self.jobID
    return action("/jobs/{id}/share", .operator, "Request a delivery of a document.", parameters: [id.declaration]) {
      visitor, form, request in
      let job = try await job(request[id], visitor).job
      let endpoint = try form.required("endpoint")
      let destination = ShareForm.destination(endpoint, address: form["address"])
      try await audit.record(
        "job.share", object: "job \(job.id) to \(destination.prefix(200))", tenant: job.tenant, by: visitor.principal)
      let delivery = try await deliveries.share(job.id, with: destination)
      return Notice.shared.on("/jobs/\(job.id)", Int(delivery.rawValue))
    }
  }
}

/// The form by which one destination is offered.
struct ShareForm: Equatable {
  /// The destination without an address, such as `email` or `s3:reports`.
  let endpoint: String
  /// An example of an address; nil if the destination takes none.
  let placeholder: String?
  let isAddressRequired: Bool

  var name: String { endpoint }

  init(_ option: ShareOption) {
    let text = option.destination
    switch text {
    case "webhook:*://*/*": (endpoint, placeholder, isAddressRequired) = ("webhook", "https://host.example/path", true)
    case _ where text.hasSuffix("/*"):
      (endpoint, placeholder, isAddressRequired) = (String(text.dropLast(2)), "path (optional)", false)
    case "email:*": (endpoint, placeholder, isAddressRequired) = ("email", "name@host.example", true)
    case _ where text.hasSuffix(":*"):
      (endpoint, placeholder, isAddressRequired) = (String(text.dropLast(2)), "name", true)
    default: (endpoint, placeholder, isAddressRequired) = (text, nil, false)
    }
  }

  /// The destination that an endpoint and an address make.
  static func destination(_ endpoint: String, address: String?) -> String {
    guard let address else { return endpoint }
    return endpoint.contains(":") ? "\(endpoint)/\(address)" : "\(endpoint):\(address)"
  }
}
