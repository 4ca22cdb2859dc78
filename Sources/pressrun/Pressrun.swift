import ArgumentParser

@main
struct Pressrun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pressrun",
    abstract: "Turns export jobs into paginated PDFs and hands them on.")
}
