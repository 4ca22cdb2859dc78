import Yams

/// The configuration of one destination.
package struct DestinationConfiguration: Sendable {
  /// The kind, or the kind and a name that is unique in the kind: `email`, `s3:reports`.
  package var name: String
  package var limits: DestinationLimits
  package var sender: any SenderConfiguration

  package init(name: String, limits: DestinationLimits, sender: any SenderConfiguration) {
    self.name = name
    self.limits = limits
    self.sender = sender
  }

  /// - Throws: `DeliveryError` `.missingSecret`, `.invalidConfiguration`.
  package func makeSender(_ services: SenderServices = .none) throws(DeliveryError) -> any Sender {
    try sender.makeSender(name: name.splitAtColon.rest, limits: limits, services: services)
  }
}

/// The configured destinations of an installation: the file `Jobs/destinations.yaml`.
///
///     email:                        # a kind with one configuration for all addresses
///       server: smtp.fund.example
///     webhook:                      # a kind with several, by name
///       billing:                    # webhook:billing
///         url: https://billing.example/hook
///       default:                    # webhook:https://… (for folder and print: the destination without a name)
///         …
package struct DestinationConfigurations: Sendable {
  private var byName: [String: DestinationConfiguration] = [:]

  package init(_ configurations: [DestinationConfiguration] = []) {
    for configuration in configurations { byName[configuration.name] = configuration }
  }

  /// The configuration that a destination uses; nil if it is not configured.
  package func configuration(for destination: Destination) -> DestinationConfiguration? {
    byName[destination.endpoint]
  }

  /// Sorted.
  package var names: [String] { byName.keys.sorted() }

  /// The configuration with a name such as `s3:reports`; nil if there is none.
  package subscript(name: String) -> DestinationConfiguration? { byName[name] }

  /// - Parameter dataFolder: relative paths of folders are below it; nil if there are no relative paths.
  /// - Throws: `DeliveryError` `.invalidConfiguration` with the file, the line and the key path.
  package static func load(file: String, dataFolder: String? = nil) throws(DeliveryError) -> DestinationConfigurations {
    try DestinationConfigurations(text: YAMLSource.text(of: file), file: file, dataFolder: dataFolder)
  }

  /// - Parameter file: for messages.
  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package init(
    text: String, file: String, dataFolder: String? = nil, forms: [String: DestinationForm] = DestinationForm.all
  ) throws(DeliveryError) {
    let source = YAMLSource(file: file, dataFolder: dataFolder)
    guard let root = try source.compose(text) else { return }
    guard case .mapping(let kinds) = root else {
      throw source.error("expected a mapping of kinds of destinations", at: [], root.mark?.line)
    }
    for (key, value) in kinds {
      let kind = key.scalar?.string ?? ""
      guard let form = forms[kind] else {
        let known = forms.keys.sorted().joined(separator: ", ")
        throw source.error(
          "unknown kind of destination; the known ones are \(known)", at: [YAMLKey(kind)], key.mark?.line)
      }
      if form.naming == .single {
        byName[kind] = try Self.configuration(kind, form, value, at: [YAMLKey(kind)], source)
      } else {
        try addNamed(value, kind, form, source)
      }
    }
  }

  private mutating func addNamed(
    _ node: Node, _ kind: String, _ form: DestinationForm, _ source: YAMLSource
  ) throws(DeliveryError) {
    guard case .mapping(let destinations) = node else {
      throw source.error(
        "expected the names of destinations, each with its configuration", at: [YAMLKey(kind)], node.mark?.line)
    }
    for (key, value) in destinations {
      let name = key.scalar?.string ?? ""
      let path = [YAMLKey(kind), YAMLKey(name)]
      guard name.wholeMatch(of: /[a-z][a-z0-9_-]{0,62}/) != nil else {
        throw source.error("a destination is named by small letters, digits, '-' and '_'", at: path, key.mark?.line)
      }
      if name == "default", form.naming == .named {
        throw source.error("there is no default for \(kind); give the destination a name", at: path, key.mark?.line)
      }
      let fullName = name == "default" ? kind : "\(kind):\(name)"
      byName[fullName] = try Self.configuration(fullName, form, value, at: path, source)
    }
  }

  private static func configuration(
    _ name: String, _ form: DestinationForm, _ node: Node, at path: [YAMLKey], _ source: YAMLSource
  ) throws(DeliveryError) -> DestinationConfiguration {
    let limits = try source.decode(DestinationLimits.self, node, at: path)
    let sender = try source.decode(form.type, node, at: path)
    try source.checkKeys(node, at: path)
    return DestinationConfiguration(name: name, limits: limits, sender: sender)
  }
}

/// The form in which the file configures one kind of destination.
package struct DestinationForm: Sendable {
  /// How many configurations a kind may have, and how destinations name them.
  package enum Naming: Sendable {
    /// One configuration for all addresses.
    case single
    /// Configurations by name.
    case named
    /// Several named configurations; the one named `default` is for destinations without a name and for URLs.
    case namedOrDefault
  }

  package var naming: Naming
  /// The type that its configurations are decoded as.
  package var type: any SenderConfiguration.Type

  package init(_ naming: Naming, _ type: any SenderConfiguration.Type) {
    self.naming = naming
    self.type = type
  }

  /// The forms of all kinds of destinations.
  package static let all: [String: DestinationForm] = [
    "email": DestinationForm(.single, EmailConfiguration.self),
    "folder": DestinationForm(.namedOrDefault, FolderConfiguration.self),
    "link": DestinationForm(.single, LinkConfiguration.self),
    "print": DestinationForm(.namedOrDefault, PrintConfiguration.self),
    "s3": DestinationForm(.named, S3DestinationConfiguration.self),
    "sftp": DestinationForm(.named, SFTPConfiguration.self),
    "webdav": DestinationForm(.named, WebDAVConfiguration.self),
    "webhook": DestinationForm(.namedOrDefault, WebhookConfiguration.self),
  ]
}
