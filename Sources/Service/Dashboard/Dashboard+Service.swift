import Application
import Foundation
import OperatingSystem
import Rendering
import Web

extension Dashboard {
  /// The dashboard of a service.
  init(_ service: Service) {
    var settings = service.settings.dashboard
    settings.home = settings.home ?? service.installation?.home
    self.init(
      queue: service.queue, artifacts: service.artifacts,
      sessions: SessionStore(queue: service.queue, idleTime: settings.sessionIdleTime, tokens: service.tokens),
      audit: service.audit, settings: settings,
      pictures: service.installation.map { _ in
        StoredPictures(artifacts: service.artifacts, renderer: PagePictureRenderer(program: Self.pictureProgram))
      }, log: service.log)
  }

  /// Proves people by their sessions.
  var authenticator: SessionAuthenticator {
    SessionAuthenticator(sessions: sessions, cookie: cookie, proxy: settings.proxy)
  }

  /// This program, with an environment that has no database URL and no other secrets.
  private static var pictureProgram: ProgramCommand {
    let passed = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"]
    let environment = ProcessInfo.processInfo.environment.filter { name, _ in
      passed.contains(name) || name.hasPrefix("FONTCONFIG_") || name.hasPrefix("XDG_")
    }
    return ProgramCommand(path: Installation.program, arguments: ["page-picture"], environment: environment)
  }
}
