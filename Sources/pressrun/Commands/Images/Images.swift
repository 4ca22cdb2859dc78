import ArgumentParser

struct Images: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Allow documents of a tenant to show images of other hosts.",
    discussion: """
      By default no image is fetched. Workers fetch images from the hosts that are allowed before they render a document, and \
      keep them with the job. Changes take effect within ten seconds, and are recorded in pressrun.audit_log.
      """,
    subcommands: [ImagesAllow.self, ImagesDeny.self, ImagesList.self])
}
