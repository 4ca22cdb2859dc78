import Foundation
import Web

/// The pages of share links: plain HTML without scripts, readable with and without the style sheet.
enum LinkPage {
  static let styleSheet = StaticFile(
    "/assets/link.css", mediaType: "text/css; charset=utf-8", bytes: Array(EmbeddedText.link_css.utf8))

  /// Scripts, frames and addresses of other hosts are not allowed. The picture of the first page is in the page itself.
  static let security = SecurityHeaders(
    contentSecurityPolicy:
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  )

  struct Document {
    var title: String
    var pages: Int?
    var bytes: Int
    var expires: Date
    var downloadsLeft: Int?
    var isPDF: Bool
    /// A picture of the first page as PNG; nil if there is none.
    var firstPage: [UInt8]?
  }

  /// The page of a document that can be downloaded.
  /// - Parameters:
  ///   - action: the address of the document.
  ///   - grant: replaces the password; nil without a password.
  static func document(_ document: Document, action: String, grant: String?) -> HTML {
    var facts: [(String, String)] = []
    if let pages = document.pages, pages > 0 { facts.append(("Pages", "\(pages)")) }
    facts.append(("Size", Format.bytes(Int64(document.bytes))))
    facts.append(("Available until", time(document.expires)))
    if let left = document.downloadsLeft { facts.append(("Downloads left", "\(left)")) }
    let rows: [HTML] = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
    let fields: HTML = grant.map { "<input type=\"hidden\" name=\"grant\" value=\"\($0)\">" } ?? ""
    let method: HTML = grant == nil ? "get" : "post"
    let view: HTML =
      document.isPDF ? "<button class=\"second\" name=\"view\" value=\"1\">Open in the browser</button>" : ""
    let picture = document.firstPage.map { png -> HTML in
      "<figure><img src=\"data:image/png;base64,\(Data(png).base64EncodedString())\" alt=\"First page of the document\"></figure>"
    }
    return page(
      document.title,
      """
      \(picture)<div class="about">
      <p class="kicker">Shared document</p>
      <h1>\(document.title)</h1>
      <dl>\(rows)</dl>
      <form method="\(method)" action="\(action)">\(fields)<button>Download</button>\(view)</form>
      </div>
      """)
  }

  /// The page that asks for a password.
  static func password(action: String, isWrong: Bool) -> HTML {
    let problem: HTML = isWrong ? "<p class=\"problem\" role=\"alert\" id=\"problem\">The password is wrong.</p>" : ""
    let described: HTML = isWrong ? " aria-describedby=\"problem\" aria-invalid=\"true\"" : ""
    return page(
      "Shared document",
      """
      <p class="kicker">Shared document</p>
      <h1>This document is protected by a password</h1>
      \(problem)
      <form method="post" action="\(action)">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" maxlength="256" required autofocus \
      autocomplete="off"\(described)>
      <button>Continue</button>
      </form>
      """)
  }

  /// The page of a link that cannot be used. It does not name the shared document.
  static func message(_ title: String, _ text: String) -> HTML {
    page(title, "<h1>\(title)</h1><p>\(text)</p>")
  }

  private static func page(_ title: String, _ content: HTML) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex, nofollow">
    <meta name="color-scheme" content="light dark">
    <title>\(title)</title>
    <link rel="stylesheet" href="\(styleSheet.address)">
    </head>
    <body><main>\(content)</main></body>
    </html>

    """
  }

  /// Such as `29 November 2026, 12:00 UTC`.
  private static func time(_ time: Date) -> String {
    var style = Date.VerbatimFormatStyle(
      format:
        "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits), \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) UTC",
      timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
    style.locale = Locale(identifier: "en_GB")
    return time.formatted(style)
  }
}
