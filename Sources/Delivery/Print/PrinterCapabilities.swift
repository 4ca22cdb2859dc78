/// The state and the capabilities that a printer reports.
struct PrinterCapabilities: Sendable {
  var name: String?
  var model: String?
  var isAccepting: Bool
  /// Keywords such as `media-empty`, without `none`.
  var reasons: [String]
  var formats: [String]
  var copies: ClosedRange<Int>?
  var sides: [String]
  var media: [String]
  var scalings: [String]
  var supportsPageRanges: Bool

  static let attributes = [
    "printer-name", "printer-make-and-model", "printer-is-accepting-jobs", "printer-state-reasons",
    "document-format-supported", "copies-supported", "sides-supported", "media-supported", "print-scaling-supported",
    "page-ranges-supported",
  ]

  init(_ message: IPPMessage) {
    name = message.texts("printer-name").first
    model = message.texts("printer-make-and-model").first
    isAccepting = message.boolean("printer-is-accepting-jobs") ?? true
    reasons = message.texts("printer-state-reasons").filter { $0 != "none" }
    formats = message.texts("document-format-supported")
    copies = message.range("copies-supported")
    sides = message.texts("sides-supported")
    media = message.texts("media-supported")
    scalings = message.texts("print-scaling-supported")
    supportsPageRanges = message.boolean("page-ranges-supported") ?? false
  }

  /// The options that are sent to the printer: a default of the configuration that the printer does not know is left
  /// out.
  /// - Parameters:
  ///   - options: as requested, completed by `defaults`.
  ///   - defaults: of the configuration.
  /// - Throws: `SendError` if the printer cannot do what is requested.
  func check(
    _ options: PrintOptions, defaults: PrintOptions, mediaType: String
  ) throws(SendError) -> PrintOptions {
    func refuse(_ code: String, _ message: String) -> SendError {
      SendError(code: code, message: message, retry: .never)
    }
    guard isAccepting else {
      throw SendError(
        code: "printer_not_accepting", message: "the printer accepts no jobs (\(Self.list(reasons)))",
        retry: .later(notBefore: nil), isDestinationDown: true)
    }
    guard formats.isEmpty || formats.contains(mediaType) else {
      throw refuse(
        "format_unsupported",
        "the printer does not print \(mediaType), only \(Self.list(formats)); use a CUPS queue, which converts documents"
      )
    }
    var options = options
    if let count = options.copies, count > 1, !(copies ?? 1...1).contains(count) {
      throw refuse("option_unsupported", "the printer makes at most \(copies?.upperBound ?? 1) copies")
    }
    if copies == nil { options.copies = nil }
    if let side = options.sides, !sides.contains(side.rawValue) {
      guard side == .oneSided || side == defaults.sides else {
        throw refuse(
          "option_unsupported",
          sides.isEmpty ? "the printer prints on one side only" : "the printer prints only \(Self.list(sides))")
      }
      options.sides = nil
    }
    if let size = options.media, !media.isEmpty, !media.contains(size) {
      throw refuse("option_unsupported", "the printer does not know the media \(size), only \(Self.list(media))")
    }
    if let fit = options.fit, !scalings.contains(fit.rawValue) {
      guard fit == .auto || fit == defaults.fit else {
        throw refuse(
          "option_unsupported",
          scalings.isEmpty
            ? "the printer cannot scale pages" : "the printer scales pages only by \(Self.list(scalings))")
      }
      options.fit = nil
    }
    guard options.pages == nil || supportsPageRanges else {
      throw refuse("option_unsupported", "the printer cannot print a part of the pages")
    }
    return options
  }

  private static func list(_ keywords: [String]) -> String {
    keywords.isEmpty ? "none" : keywords.prefix(20).joined(separator: ", ") + (keywords.count > 20 ? ", …" : "")
  }
}
