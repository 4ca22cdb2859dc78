import Foundation
import PackagePlugin

/// Embeds the text files of a target (SQL, lists of codes, pages) in its code, as constants of `EmbeddedText`.
@main struct EmbedTextPlugin: BuildToolPlugin {
  private static let extensions: Set = ["css", "html", "js", "sql", "svg", "txt"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target.sourceModule else { return [] }
    let files = target.sourceFiles.map(\.url).filter { Self.extensions.contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedText.swift")
    return [
      .buildCommand(
        displayName: "Embedding text files of \(target.name)",
        executable: try context.tool(named: "embed-text").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
