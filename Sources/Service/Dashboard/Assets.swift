import Web

extension Dashboard {
  /// The files of the pages.
  enum Assets {
    static let style = StaticFile(
      "/assets/dashboard.css", mediaType: "text/css; charset=utf-8", bytes: Array(EmbeddedText.dashboard_css.utf8))
    static let script = StaticFile(
      "/assets/dashboard.js", mediaType: "text/javascript; charset=utf-8", bytes: Array(EmbeddedText.dashboard_js.utf8))
    static let icon = StaticFile(
      "/assets/icon.svg", mediaType: "image/svg+xml", bytes: Array(EmbeddedText.dashboard_icon_svg.utf8))

    static var routes: [Route] { [style.route, script.route, icon.route] }
  }
}
