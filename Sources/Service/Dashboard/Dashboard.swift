import ArtifactStore
import Delivery
import JobQueue
import Logging
import Rendering
import Web

/// The pages for operators, compliance officers and developers (docs/dashboard.md).
///
/// Pages are made on the server from small components (`UI`) that return `HTML`, which escapes what is put into it.
/// They work without the script, which only suggests values and refreshes numbers.
package struct Dashboard: Sendable {
  let queue: JobQueue
  let deliveries: DeliveryQueue
  let policies: PolicyStore
  let artifacts: ArtifactStore
  let sessions: SessionStore
  let audit: AuditLog
  let settings: DashboardSettings
  /// It is nil if pages cannot be drawn.
  let pictures: (any PagePictures)?
  /// Verifies documents; nil if that is not possible here.
  let files: FileTaskRunner?
  let signIns = SignInLimit()
  let depths = DepthCache()
  let verifications = VerificationLimit()
  let log: Logger

  /// - Parameter audit: receives each action before it is performed.
  package init(
    queue: JobQueue, artifacts: ArtifactStore, sessions: SessionStore, audit: AuditLog,
    settings: DashboardSettings,
    pictures: (any PagePictures)? = nil, files: FileTaskRunner? = nil, log: Logger
  ) {
    self.queue = queue
    deliveries = DeliveryQueue(queue)
    policies = PolicyStore(queue: queue)
    self.artifacts = artifacts
    self.sessions = sessions
    self.audit = audit
    self.settings = settings
    self.pictures = pictures
    self.files = files
    self.log = log
  }

  var cookie: SessionCookie { SessionCookie(isSecure: !settings.allowsPlainHTTP) }

  /// All routes of the dashboard.
  package var routes: [Route] {
    signInRoutes + overviewRoutes + jobsRoutes + jobRoutes + queueRoutes + tenantRoutes + scheduleRoutes + batchRoutes
      + workerRoutes + archiveRoutes + policyRoutes + destinationRoutes + auditRoutes + Assets.routes
  }
}

extension AccessTokens: TokenDirectory {}
