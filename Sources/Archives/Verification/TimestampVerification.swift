/// Checks the timestamps of a chain whose segments were verified.
struct TimestampVerification {
  /// A timestamp and the place where it is stored, for errors.
  struct Item {
    var sequence: Int
    var token: [UInt8]
    var place: String
  }

  /// The SHA-256 of the base.
  let base: String
  let segments: [ArchiveSegment]
  /// If it is nil, the check is left out.
  let check: ChainTimestamp.Check?

  /// Adds to the result when the chain existed, and which segments are covered by no timestamp.
  /// - Parameters:
  ///   - items: in the order of their segments.
  ///   - isNeeded: whether a chain without a timestamp is a fault.
  /// - Throws: `bag` with the place of the first timestamp that is refused.
  func verify(_ items: [Item], isNeeded: Bool, _ result: inout VerificationResult) throws(ArchiveError) {
    guard let last = items.last else {
      if isNeeded { throw ArchiveError(.bag, "there is no timestamp of the chain", place: BagNames.timestamp) }
      return
    }
    guard let check else { return result.remarks.append("The timestamps of the chain were not checked.") }
    var times: [String] = []
    for item in items {
      guard 0...segments.count ~= item.sequence else {
        throw ArchiveError(.bag, "there is no segment \(item.sequence)", place: item.place)
      }
      let text = ArchiveChain.text(base: base, segments, through: item.sequence)
      do {
        times.append(try check(item.token, Array(text.utf8)))
      } catch {
        throw ArchiveError(.bag, "\(error)", place: item.place)
      }
    }
    if items.count > 1, let first = times.first {
      result.proven.append(
        "Each of the \(items.count) timestamps of the chain is from a trusted authority; the first is of \(first).")
    }
    let covered =
      switch last.sequence {
      case segments.count: "The chain existed"
      case 0: "The base existed"
      default: "The chain up to segment \(last.sequence) existed"
      }
    result.proven.append("\(covered) at \(times[times.count - 1]): a trusted authority issued its timestamp.")
    let missing = segments.count - last.sequence
    if missing > 0 {
      result.remarks.append("No timestamp covers the last \(missing == 1 ? "segment" : "\(missing) segments").")
    }
  }
}
