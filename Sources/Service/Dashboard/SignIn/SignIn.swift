import Diagnostics
import Web

extension Dashboard {
  var signInRoutes: [Route] {
    [
      Route(.get, "/sign-in", access: .open, summary: "Sign in.", security: .page) { try await signInForm($0) },
      Route(
        .post, "/sign-in", access: .open, summary: "Open a session with a token.", body: .form(limit: 4096),
        security: .page
      ) { try await signIn($0) },
      action("/sign-out", .viewer, "End the session.") { _, _, request in
        if let key = cookie.key(in: request.head) { try await sessions.close(key) }
        var response = WebResponse.redirect(to: "/sign-in")
        response.addHeader("Set-Cookie", cookie.removing)
        return response
      },
    ]
  }

  private func signInForm(_ request: WebRequest) async throws -> WebResponse {
    let target = Self.target(request.query.first { $0.name == "to" }?.value)
    if let person = settings.proxy?.principal(peer: request.head.peer, header: request.head.header) {
      return try await open(person, target, request)
    }
    return signInPage(target, problem: nil, status: 200)
  }

  private func signIn(_ request: WebRequest) async throws -> WebResponse {
    try Self.requireSameSite(request)
    let form = try await request.body.form()
    let target = Self.target(form.first { $0.name == "to" }?.value)
    if let seconds = signIns.wait(request.head.client) {
      var response = signInPage(
        target, problem: "There were too many attempts from your address. Try again in \(counted(seconds, "second")).",
        status: 429
      )
      response["Retry-After"] = String(seconds)
      return response
    }
    let token = form.first { $0.name == "token" }?.value ?? ""
    guard let person = try await sessions.person(withToken: token), person.permissions.contains(Role.viewer.permission)
    else {
      signIns.fail(request.head.client)
      log.notice("sign-in failed", metadata: ["address": "\(request.head.client ?? "unknown")"])
      return signInPage(
        target, problem: "This token is unknown, has expired, was revoked, or has no role for the dashboard.",
        status: 401)
    }
    return try await open(person, target, request)
  }

  private func open(_ person: Principal, _ target: String, _ request: WebRequest) async throws -> WebResponse {
    // A key that existed before is never used for the new session.
    if let old = cookie.key(in: request.head) { try await sessions.close(old) }
    try await audit.record("session.open", object: "session", tenant: nil, by: person)
    let key = try await sessions.open(person, lifetime: settings.sessionLifetime)
    var response = WebResponse.redirect(to: target)
    response.addHeader("Set-Cookie", cookie.storing(key))
    return response
  }

  /// The page to open after signing in: only pages of this server.
  static func target(_ text: String?) -> String {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\"), text.utf8.count < 4096,
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
    else { return "/" }
    return text
  }

  private func signInPage(_ target: String, problem: String?, status: Int) -> WebResponse {
    let content: HTML = """
      <main class="sign-in" id="content">
      <h1>Pressrun</h1>
      <form method="post" action="/sign-in" class="panel">
      <h2>Sign in</h2>
      \(problem.map { UI.message($0, .error) })
      <div class="field"><label for="token">Token</label>
      <input id="token" name="token" type="password" autocomplete="current-password" required autofocus\
      \(problem == nil ? HTML(trusted: "") : HTML(trusted: " aria-invalid=\"true\" aria-describedby=\"message\""))>
      <p class="hint">An administrator makes tokens with <code>pressrun tokens create</code>.</p></div>
      <input type="hidden" name="to" value="\(target)">
      <button class="primary">Sign in</button>
      </form>
      </main>
      """
    return .html(Self.document(title: "Sign in", name: settings.name, body: content), status: status)
  }
}
