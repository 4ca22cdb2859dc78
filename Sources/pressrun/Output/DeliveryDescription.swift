import Delivery
import JobQueue

/// A table of deliveries with their states and results.
func deliveryTable(_ deliveries: [DeliveryRecord]) -> String {
  var table = Table(
    ("ID", .right), ("JOB", .right), ("DESTINATION", .left), ("STATE", .left), ("TRY", .right), ("REQUESTED", .left),
    ("RESULT", .left))
  for delivery in deliveries {
    table.add(
      "\(delivery.id)", "\(delivery.job)", delivery.destination, delivery.state.rawValue,
      "\(delivery.attempt)/\(delivery.maxAttempts)", timestamp(delivery.requestedAt), result(of: delivery))
  }
  return table.text
}

/// The receipt, the refusal or the error of a delivery, in one line.
private func result(of delivery: DeliveryRecord) -> String {
  if let receipt = delivery.receipt {
    return [receipt.protocol, receipt.response ?? receipt.address].joined(separator: " ")
  }
  if let refusal = delivery.refusal { return refusal }
  guard let message = delivery.errorMessage else { return "-" }
  return message + (delivery.isOutcomeUnknown ? " (outcome unknown)" : "")
}

/// A delivery with its attempts and its receipt as text.
func describe(_ details: DeliveryDetails, _ holds: [Hold]) -> String {
  let delivery = details.delivery
  var lines: [(String, String)] = [
    ("delivery", "\(delivery.id)"), ("job", "\(delivery.job), \(delivery.kind)"),
    (
      "state",
      delivery.state.rawValue + (delivery.cancelRequested && delivery.state == .delivering ? ", asked to stop" : "")
    ),
    ("tenant", delivery.tenant), ("destination", delivery.destination + (delivery.isChosen ? "" : " (default)")),
    ("queue", delivery.queue), ("options", String(decoding: details.options, as: UTF8.self)),
    ("artifact", delivery.sha256), ("bytes", grouped(delivery.bytes)), ("requested", timestamp(delivery.requestedAt)),
    ("attempt", "\(delivery.attempt) of \(delivery.maxAttempts)"),
  ]
  if delivery.state == .pending { lines.append(("due", timestamp(delivery.runAt))) }
  for hold in holds { lines.append(("waits", describe(hold))) }
  if let time = delivery.finishedAt { lines.append(("finished", timestamp(time))) }
  if let refusal = delivery.refusal { lines.append(("refused", refusal)) }
  if let receipt = delivery.receipt { lines += describe(receipt) }
  return lines.map { name, value in
    name.padding(toLength: 13, withPad: " ", startingAt: 0) + Table.printable(value) + "\n"
  }.joined() + details.attempts.map(describe).joined()
}

private func describe(_ receipt: Receipt) -> [(String, String)] {
  var lines = [
    ("delivered", timestamp(receipt.time)), ("protocol", receipt.protocol), ("address", receipt.address),
  ]
  if let id = receipt.remoteID { lines.append(("remote id", id)) }
  if let response = receipt.response { lines.append(("response", response)) }
  let files = (receipt.files ?? []).map { file in
    (
      "file",
      [file.remoteID ?? file.address, "\(grouped(Int64(file.bytes))) bytes", file.sha256].compactMap(\.self).joined(
        separator: ", ")
    )
  }
  return lines + receipt.details.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + files
}
