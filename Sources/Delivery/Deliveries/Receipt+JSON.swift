import Foundation
import JobQueue

extension Receipt {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// The receipt with texts that PostgreSQL can store, of limited lengths.
  var storable: Receipt {
    var receipt = self
    receipt.`protocol` = `protocol`.storable(50)
    receipt.address = address.storable(2000)
    receipt.remoteID = remoteID?.storable(1000)
    receipt.response = response?.storable(1000)
    receipt.details = Self.storable(details)
    receipt.files = files?.prefix(100).map { file in
      var file = file
      file.address = file.address?.storable(2000)
      file.remoteID = file.remoteID?.storable(1000)
      file.response = file.response?.storable(1000)
      file.details = file.details.map(Self.storable)
      return file
    }
    return receipt
  }

  private static func storable(_ details: [String: String]) -> [String: String] {
    Dictionary(
      details.prefix(50).map { ($0.key.storable(100), $0.value.storable(1000)) },
      uniquingKeysWith: { first, _ in first })
  }
}
