import Composition
import Delivery
import Foundation
import Signing

/// The authority and the schedule of timestamps of annotated documents' chains.
package struct ChainTimestampSettings: Hashable, Sendable {
  package var authority: SignerConfiguration.Authority
  /// How long a segment waits for a timestamp: one request covers all segments of a document that arrived meanwhile.
  package var every: Duration
}

extension ChainTimestampSettings: Decodable {
  private enum CodingKeys: String, CodingKey { case every }

  package init(from decoder: any Decoder) throws {
    authority = try SignerConfiguration.Authority(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try values.decodeIfPresent(String.self, forKey: .every) ?? "1d"
    guard let every = Duration(period: text), every >= .seconds(60) else {
      throw DecodingError.dataCorruptedError(
        forKey: .every, in: values, debugDescription: "expected a time of at least a minute, such as 12h or 1d")
    }
    self.every = every
  }
}

/// The file `timestamps.yaml`. It is read for each use, so that changes take effect at once.
///
///     chains:
///       url: http://timestamps.example
///       ca: keys/timestamps.pem
///       every: 1d
package struct ChainTimestampFile: Hashable, Sendable {
  /// The path of the file, which need not exist.
  package let path: String

  package init(path: String) { self.path = path }

  /// - Returns: nil if there is no such file, or it configures nothing.
  /// - Throws: `SigningError` `.signer` if the file is invalid.
  package func settings() throws(SigningError) -> ChainTimestampSettings? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let named: [String: ChainTimestampSettings]
    do throws(DeliveryError) {
      named = try NamedConfigurations.load(ChainTimestampSettings.self, file: path)
    } catch {
      throw SigningError(code: .signer, message: error.message, place: error.place)
    }
    if let other = named.keys.filter({ $0 != "chains" }).min() {
      throw SigningError(code: .signer, message: "unknown key \"\(other)\"; the known one is chains", place: path)
    }
    var settings = named["chains"]
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    settings?.authority.resolve(in: folder)
    return settings
  }
}

extension Installation {
  /// The file of timestamps, whether or not it exists: `$PRESSRUN_TIMESTAMPS`, else `timestamps.yaml` in the home; nil
  /// without a home.
  package var chainTimestamps: ChainTimestampFile? {
    (givenTimestampsFile ?? home.map { $0 + "/timestamps.yaml" }).map { ChainTimestampFile(path: $0) }
  }
}
