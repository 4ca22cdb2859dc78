import Web

extension Dashboard {
  /// The files of the pages.
  enum Assets {
    static let style = StaticFile(
      "/assets/dashboard.css", mediaType: "text/css; charset=utf-8", bytes: PackageResources.dashboard_css)
    static let script = StaticFile(
      "/assets/dashboard.js", mediaType: "text/javascript; charset=utf-8", bytes: PackageResources.dashboard_js)
    static let icon = StaticFile(
      "/assets/icon.svg", mediaType: "image/svg+xml", bytes: PackageResources.dashboard_icon_svg)

    static var routes: [Route] { [style.route, script.route, icon.route] }
  }
}
