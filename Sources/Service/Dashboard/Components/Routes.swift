import Delivery
import JobQueue
import Web

extension Dashboard {
  /// The fields of a form.
  struct Form: Sendable {
    let items: [QueryItem]

    /// Returns nil if the field is absent or blank.
    subscript(name: String) -> String? {
      let text = items.first { $0.name == name }?.value ?? ""
      let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
      return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// - Throws: `Problem` if the field is absent.
    func required(_ name: String) throws(Problem) -> String {
      guard let value = self[name] else { throw Problem(.invalidBody, "the field is empty", field: name) }
      return value
    }

    /// - Throws: `Problem` if the field is neither empty nor a number.
    func number<N: LosslessStringConvertible>(_ name: String, as type: N.Type = N.self) throws(Problem) -> N? {
      guard let text = self[name] else { return nil }
      guard let value = N(text) else {
        throw Problem(.invalidBody, "\"\(text.prefix(40))\" is not a number", field: name)
      }
      return value
    }

    /// The entries of a text with commas, blanks or line ends between them.
    func words(_ name: String) -> [String] {
      (self[name] ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
  }

  /// A page for people with a role. Errors become pages too.
  func page(
    _ path: PathTemplate, _ role: Role = .viewer, _ summary: String, parameters: [ParameterDeclaration] = [],
    _ make: @escaping @Sendable (Visitor, WebRequest) async throws -> Page
  ) -> Route {
    Route(.get, path, access: role.access, summary: summary, parameters: parameters, security: .page) { request in
      try await answer(request) { visitor in render(try await make(visitor, request), visitor) }
    }
  }

  /// A route that performs the action of a form. Forms that do not belong to the visitor's session are refused.
  func action(
    _ path: PathTemplate, _ role: Role, _ summary: String, parameters: [ParameterDeclaration] = [],
    _ perform: @escaping @Sendable (Visitor, Form, WebRequest) async throws -> WebResponse
  ) -> Route {
    Route(
      .post, path, access: role.access, summary: summary, parameters: parameters, body: .form(), security: .page
    ) { request in
      try await answer(request) { visitor in
        try Self.requireSameSite(request)
        let form = Form(items: try await request.body.form())
        guard let key = form["form_key"], ConstantTime.isEqual(key, visitor.formKey) else {
          throw Problem(.forbidden, "the form is not one of your session; open the page again")
        }
        return try await perform(visitor, form, request)
      }
    }
  }

  private func answer(
    _ request: WebRequest, _ make: (Visitor) async throws -> WebResponse
  ) async throws -> WebResponse {
    let principal = try request.authenticated()
    let visitor = Visitor(
      principal: principal, formKey: SessionStore.formKey(cookie.key(in: request.head) ?? ""))
    do {
      return try await make(visitor)
    } catch let problem as Problem {
      return render(problem, visitor, request)
    } catch let error as QueueError {
      guard let problem = ServiceProblems.problem(error) else { throw error }
      return render(problem, visitor, request)
    } catch let error as DeliveryError {
      return render(Problem(.invalidBody, error.message), visitor, request)
    }
  }

  /// Refuses forms that the browser says another site has sent (Fetch Metadata, `Sec-Fetch-Site`).
  static func requireSameSite(_ request: WebRequest) throws(Problem) {
    guard let site = request.header("Sec-Fetch-Site"), site != "same-origin", site != "none" else { return }
    throw Problem(.forbidden, "the form was sent by another site")
  }
}
