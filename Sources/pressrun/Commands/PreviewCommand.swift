import Application
import ArgumentParser
import Foundation
import Logging
import OperatingSystem
import Preview
import Web

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a template's document in a browser while it is edited.",
    discussion: """
      Prints the address of a page that shows the document of an example payload, and shows it again when a template, style \
      sheet, strings or payload is saved. See docs/templates.md. Ends with SIGINT or SIGTERM.
      """)

  @Argument(help: "A kind in Jobs/, or an HTML file. Default: the kinds, starting with the first one.")
  var subject: String?

  @Option(help: "A payload of the kind, or a job file as in Jobs/examples.")
  var payload: String?

  @Option(help: "The address and port of this machine to listen on; port 0 chooses a free one.")
  var listen = "127.0.0.1:8081"

  @Option(help: "The address that opens a file in your editor, such as 'vscode://file{file}:{line}:{column}'.")
  var editor: String?

  @Flag(help: "Do not render if the kernel refuses a layer of the renderer's sandbox.")
  var requireSandbox = false

  func validate() throws {
    guard ListenAddress(listen) != nil else {
      throw ValidationError("--listen needs HOST:PORT, such as 127.0.0.1:8081.")
    }
    if isPage && payload != nil { throw ValidationError("--payload is for kinds; an HTML file has no payload.") }
    if let editor, !editor.contains("{file}") || editor.lowercased().hasPrefix("javascript:") {
      throw ValidationError("--editor needs an address with {file}.")
    }
  }

  private var isPage: Bool {
    guard let subject else { return false }
    return ["html", "htm", "xhtml"].contains(URL(fileURLWithPath: subject).pathExtension.lowercased())
  }

  func run() async throws {
    let installation = Installation()
    var settings = PreviewSettings()
    settings.listen = ListenAddress(listen) ?? settings.listen
    settings.home = installation.home
    if isPage { settings.page = subject.map(absolute) } else { settings.kind = subject }
    settings.payload = payload.map(absolute)
    settings.editor = editor
    let renderer = installation.previewRendererSettings(
      folder: settings.page.map(folder(of:)), requireSandbox: requireSandbox)
    let server = try PreviewServer(settings, renderer: renderer, log: Logger.pressrun)
    if !server.watchesEverything {
      printMessage("warning: not all folders can be watched; see fs.inotify.max_user_watches in inotify(7)")
    }
    let stopping = Task { [stops = signals([SIGTERM, SIGINT])] in
      for await _ in stops { await server.stop() }
    }
    try await server.run { address in
      print(address)
      // Programs that start the preview read the address from a pipe.
      fflush(nil)
    }
    stopping.cancel()
  }

  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
