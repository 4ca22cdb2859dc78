import Application
import Web

extension Dashboard {
  /// The dashboard of a service.
  init(_ service: Service) {
    var settings = service.settings.dashboard
    settings.home = settings.home ?? service.installation?.home
    self.init(
      queue: service.queue, artifacts: service.artifacts,
      sessions: SessionStore(queue: service.queue, idleTime: settings.sessionIdleTime, tokens: service.tokens),
      audit: service.audit, settings: settings, pictures: service.pictures, files: service.parts?.files,
      log: service.log)
  }

  /// Proves people by their sessions.
  var authenticator: SessionAuthenticator {
    SessionAuthenticator(sessions: sessions, cookie: cookie, proxy: settings.proxy)
  }
}
