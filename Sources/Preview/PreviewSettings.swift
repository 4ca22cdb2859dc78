import Composition
import Foundation
import Web

/// The settings of `pressrun preview`.
package struct PreviewSettings: Sendable {
  /// A loopback address: the preview has no sign-in.
  package var listen = ListenAddress(host: "127.0.0.1", port: 8081)
  /// The folder with `Jobs/` and `Templates/`.
  package var home: String?
  /// The path of an HTML file to show instead of kinds.
  package var page: String?
  /// The kind to show first.
  package var kind: String?
  /// The path of a payload or job file to show first.
  package var payload: String?
  /// The address of an editor, with `{file}`, `{line}` and `{column}`.
  package var editor: String?

  package init() {}

  /// The files that a renderer must be able to read: templates and kinds, or the folder of the page.
  package var rendererFiles: [String] {
    if let page { return [URL(fileURLWithPath: page).deletingLastPathComponent().path] }
    return home.map { [$0 + "/Jobs", $0 + "/Templates"] } ?? []
  }

  /// The folders with files whose changes make a new document.
  var watchedFolders: [FolderWatcher.Root] {
    var roots = rendererFiles.map(FolderWatcher.Root.tree)
    if let payload, page == nil {
      let file = FolderWatcher.Root.file(payload)
      // A folder can be watched only once.
      if !rendererFiles.contains(where: { file.path == $0 || file.path.hasPrefix($0 + "/") }) { roots.append(file) }
    }
    return roots
  }
}
