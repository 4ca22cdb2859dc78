import Dates

/// The forms of a time that signatures use. The time must be in UTC.
extension Timestamp {
  /// Such as `20130524`.
  var signatureDay: String {
    let fields = fields
    return fields.year.padded(to: 4) + fields.month.padded(to: 2) + fields.day.padded(to: 2)
  }

  /// Such as `20130524T000000Z`.
  var signatureTime: String {
    let fields = fields
    return signatureDay + "T" + [fields.hour, fields.minute, fields.second].map { $0.padded(to: 2) }.joined() + "Z"
  }
}
