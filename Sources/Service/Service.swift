import Application
import ArtifactStore
import JobQueue
import Logging
import Web

/// The process that serves HTTP: the dependencies of all groups of routes, and the list of the groups.
///
/// It is stateless: any number of such processes may run behind a load balancer.
package struct Service: Sendable {
  package let queue: JobQueue
  package let artifacts: ArtifactStore
  /// The folders of the installation; nil if there are none, as in some tests.
  package let installation: Installation?
  package let settings: ServiceSettings
  package let log: Logger
  package let tokens: AccessTokens
  package let audit: AuditLog
  /// It is nil if pages cannot be drawn.
  package let pictures: (any PagePictures)?
  /// Rendering, Gotenberg's routes, share links and probes; nil for the API alone, as in some tests.
  package let parts: ServiceParts?

  package init(
    queue: JobQueue, artifacts: ArtifactStore, installation: Installation? = nil,
    settings: ServiceSettings = ServiceSettings(), pictures: (any PagePictures)? = nil, parts: ServiceParts? = nil,
    log: Logger
  ) {
    self.queue = queue
    self.artifacts = artifacts
    self.installation = installation
    self.settings = settings
    self.pictures = pictures
    self.parts = parts
    self.log = log
    tokens = AccessTokens(queue, cacheTime: settings.tokenCacheTime)
    audit = AuditLog(queue)
  }

  /// All routes. A group is an array of routes, and is added here.
  package func routeTable() -> RouteTable {
    let dashboard = Dashboard(self)
    var table = RouteTable(
      authenticators: [.token: TokenAuthenticator(tokens: tokens), .session: dashboard.authenticator],
      problem: ServiceProblems.problem)
    table.add(API(self).routes)
    table.add(dashboard.routes)
    table.add(parts?.routes ?? [])
    table.observer = parts?.observer
    table.add(APIDocuments.routes(of: table, version: settings.version))
    return table
  }

  /// A server for all routes. `WebServer.run` serves until `WebServer.stop`.
  package func server() -> WebServer {
    WebServer(
      table: routeTable(), listen: settings.listen, limits: settings.limits, proxies: settings.proxies, log: log)
  }
}
