import CCups
import Networking

/// A printer that speaks IPP, or a queue of the CUPS server on this machine.
///
///     printer: ipps://printer.fund.example/ipp/print     # or queue: front-desk
///     ca_file: /etc/pressrun/printers.pem
///     media: A4
///     sides: two-sided-long-edge
///     maximum_copies: 20
package struct PrintConfiguration: Sendable {
  /// The printer's address: an `ipp` or `ipps` URL with a path.
  package var printer: String
  /// Whether the printer is a queue of this machine, whose address is allowed without configuration.
  package var isLocalQueue: Bool
  /// The certificates that an `ipps` printer may be certified by: a PEM file, which may be the printer's own
  /// certificate; nil for those of the system.
  package var caFile: String?
  /// The options of deliveries that do not state them.
  package var defaults: PrintOptions
  /// The most copies that a delivery may ask for.
  package var maximumCopies: Int

  package init(
    printer: String, isLocalQueue: Bool = false, caFile: String? = nil, defaults: PrintOptions = PrintOptions(),
    maximumCopies: Int = 10
  ) throws(DeliveryError) {
    do throws(NetworkError) {
      _ = try Endpoint(url: printer, ports: ["ipp": 631, "ipps": 631])
    } catch {
      throw DeliveryError(
        code: .invalidConfiguration, message: "the printer is named by an ipp or ipps URL: \(error.message)",
        place: String(printer.prefix(200)))
    }
    self.printer = printer
    self.isLocalQueue = isLocalQueue
    self.caFile = caFile
    self.defaults = defaults
    self.maximumCopies = maximumCopies
  }

  /// The URL of the HTTP server that the printer is (RFC 8010 §3, RFC 7472).
  var url: String {
    let parts = printer.split(separator: "://", maxSplits: 1)
    let scheme = parts[0].lowercased() == "ipps" ? "https" : "http"
    let authority = parts[1].prefix { $0 != "/" && $0 != "?" }
    let hasPort = authority.hasPrefix("[") ? authority.contains("]:") : authority.contains(":")
    return "\(scheme)://\(authority)\(hasPort ? "" : ":631")\(parts[1].dropFirst(authority.count))"
  }
}

extension PrintConfiguration: SenderConfiguration {
  private enum CodingKeys: String, CodingKey {
    case printer, queue, media, sides, copies, fit
    case caFile = "ca_file"
    case maximumCopies = "maximum_copies"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try values.check(
      Cups.functions != nil, .printer, "printing needs libcups.so.2, which cannot be loaded (Debian package libcups2)")
    let queue = try values.decodeIfPresent(String.self, forKey: .queue)
    let printer = try values.decodeIfPresent(String.self, forKey: .printer)
    try values.check((queue == nil) != (printer == nil), .printer, "expected either printer or queue")
    if let queue {
      try values.check(
        queue.wholeMatch(of: /[A-Za-z0-9._-]{1,127}/) != nil, .queue, "expected the name of a CUPS queue")
    }
    let maximum = try values.decodeIfPresent(Int.self, forKey: .maximumCopies) ?? 10
    try values.check((1...1000).contains(maximum), .maximumCopies, "expected a whole number from 1 to 1000")
    var defaults = PrintOptions()
    defaults.copies = try values.decodeIfPresent(Int.self, forKey: .copies)
    try values.check(
      (1...maximum).contains(defaults.copies ?? 1), .copies, "expected a whole number up to maximum_copies")
    defaults.sides = try values.decodeIfPresent(PrintOptions.Sides.self, forKey: .sides)
    defaults.fit = try values.decodeIfPresent(PrintOptions.Fit.self, forKey: .fit)
    if let media = try values.decodeIfPresent(String.self, forKey: .media) {
      defaults.media = PrintOptions.mediaName(media)
      try values.check(defaults.media != nil, .media, "expected a size such as A4 or iso_a4_210x297mm")
    }
    let caFile = try values.decodeIfPresent(String.self, forKey: .caFile)
    do throws(DeliveryError) {
      try self.init(
        printer: printer ?? "ipp://localhost/printers/\(queue ?? "")", isLocalQueue: queue != nil,
        caFile: caFile, defaults: defaults, maximumCopies: maximum)
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .printer, in: values, debugDescription: error.message)
    }
  }

  package func makeSender(name: String?, limits: DestinationLimits) throws(DeliveryError) -> any Sender {
    PrintSender(self, limits: limits)
  }
}
