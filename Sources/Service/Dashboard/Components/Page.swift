import Web

extension Dashboard {
  /// One page: its content and its place in the navigation.
  struct Page: Sendable {
    var title: String
    var section: Section
    /// Whether the parts with the attribute `data-live` are refreshed.
    var isLive = false
    var notice: HTML?
    var content: HTML
    var status = 200
  }

  /// The entries of the navigation.
  enum Section: String, CaseIterable, Sendable {
    case overview, jobs, batches, schedules, queues, tenants, workers, destinations, archives, policies, audit

    var title: String {
      switch self {
      case .audit: "Audit log"
      default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
      }
    }

    var address: String { self == .overview ? "/" : "/\(rawValue)" }

    /// Whether the visitor may open it.
    func isOpen(to visitor: Visitor) -> Bool {
      switch self {
      case .queues, .workers, .destinations: visitor.seesAll
      case .audit: visitor.has(.compliance)
      default: true
      }
    }
  }

  func render(_ page: Page, _ visitor: Visitor) -> WebResponse {
    let body: HTML = """
      <a class="skip" href="#content">Skip to content</a>
      <header class="top">
      <a class="brand" href="/">\(Self.mark)<span>Pressrun</span></a>
      \(settings.name.isEmpty ? nil : HTML("<span class=\"installation\">\(settings.name)</span>"))
      <div class="person">
      <span class="who"><span class="name">\(visitor.principal.name)</span>\
      <span class="roles">\(Self.roles(of: visitor))</span></span>
      <form method="post" action="/sign-out">\(UI.key(visitor))<button class="quiet">Sign out</button></form>
      </div>
      </header>
      <nav class="sections" aria-label="Sections"><ul>
      \(Section.allCases.filter { $0.isOpen(to: visitor) }.map { Self.link($0, page.section) })
      </ul></nav>
      <main id="content" tabindex="-1"\(page.isLive ? HTML(trusted: " data-refresh=\"5\"") : nil)>
      \(page.notice)
      \(page.content)
      </main>
      """
    return .html(Self.document(title: page.title, name: settings.name, body: body), status: page.status)
  }

  /// An error as a page.
  func render(_ problem: Problem, _ visitor: Visitor, _ request: WebRequest) -> WebResponse {
    let content: HTML = """
      <h1>\(problem.type.title)</h1>
      <p>\(problem.field.map { "\($0): " } ?? "")\(Self.sentence(problem.detail))</p>
      <p><a href="/">Overview</a></p>
      """
    let section = Section.allCases.first { request.head.path.hasPrefix("/\($0.rawValue)") } ?? .overview
    return render(
      Page(title: problem.type.title, section: section, content: content, status: problem.type.status), visitor)
  }

  /// The frame of all pages, including the page before signing in.
  static func document(title: String, name: String, body: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>\(title) – Pressrun\(name.isEmpty ? "" : " \(name)")</title>
    <link rel="icon" href="\(Assets.icon.address)" type="image/svg+xml">
    <link rel="stylesheet" href="\(Assets.style.address)">
    <script src="\(Assets.script.address)" defer></script>
    </head>
    <body>
    \(body)
    </body>
    </html>
    """
  }

  private static let mark = HTML(
    trusted: """
      <svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect x="3" y="2" width="18" height="20" rx="3"/>\
      <path d="M7 8h10M7 12h10M7 16h6"/></svg>
      """)

  private static func link(_ section: Section, _ current: Section) -> HTML {
    let mark = section == current ? HTML(trusted: " aria-current=\"page\"") : nil
    return "<li><a href=\"\(section.address)\"\(mark)>\(section.title)</a></li>\n"
  }

  private static func roles(of visitor: Visitor) -> String {
    let roles = Role.allCases.filter { visitor.has($0) }.map(\.rawValue)
    let role =
      visitor.has(.admin)
      ? "admin" : roles.count > 1 ? roles.filter { $0 != "viewer" }.joined(separator: ", ") : "viewer"
    return visitor.tenants.names.map { "\(role) of \($0.joined(separator: ", "))" } ?? role
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
