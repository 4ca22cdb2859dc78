import Dates
import Foundation
import JSON

extension NameTemplate {
  /// The components of the path for one delivery: folders and the file's name.
  /// - Throws: `SendError` `template_value_missing` or `name_too_long`.
  package func path(for request: DeliveryRequest) throws(SendError) -> [String] {
    let day = CompletionTime(request.document.completedAt)
    var payload: JSONValue?
    var path: [String] = []
    for parts in components {
      var component = ""
      for part in parts {
        switch part {
        case .text(let text): component += text
        case .variable(.payload(let names)):
          let root: JSONValue
          if let payload { root = payload } else { root = try Self.payload(of: request) }
          payload = root
          component += PathText.safe(try Self.value(names, in: root))
        case .variable(let variable): component += PathText.safe(Self.value(variable, request, day))
        }
      }
      if path.count == components.count - 1, let number = number(of: request.document) {
        component = PathText.inserting("-\(number)", into: component)
      }
      guard component.utf8.count <= PathText.componentLimit else {
        throw SendError(
          code: "name_too_long",
          message: "the name template \(text) makes a name of \(component.utf8.count) bytes, above the limit of "
            + "\(PathText.componentLimit); use fewer variables in one name", retry: .never)
      }
      path.append(component)
    }
    return path
  }

  /// The number that distinguishes the file from others of the delivery with the same extension; nil if its name does.
  private func number(of document: DeliveredDocument) -> Int? {
    let isNamed = !document.fileName.isEmpty && components.last?.contains(.variable(.fileName)) == true
    return isNamed ? nil : document.number
  }

  static func value(_ variable: Variable, _ request: DeliveryRequest, _ time: CompletionTime) -> String {
    switch variable {
    case .tenant: request.tenant
    case .kind: request.document.kind
    case .job: String(request.document.job)
    case .delivery: String(request.id)
    case .date: "\(time.year)-\(time.month)-\(time.day)"
    case .year: time.year
    case .month: time.month
    case .day: time.day
    case .time: time.time
    case .sha256: request.document.sha256
    case .fileName: fileName(request)
    case .extension: PathText.fileExtension(of: request.document.mediaType)
    case .payload: ""
    }
  }

  private static func fileName(_ request: DeliveryRequest) -> String {
    let document = request.document
    return document.fileName.isEmpty
      ? "\(document.job)-\(document.kind).\(PathText.fileExtension(of: document.mediaType))" : document.fileName
  }

  static func payload(of request: DeliveryRequest) throws(SendError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(request.document.payload)
    } catch {
      throw SendError(
        code: "template_value_missing", message: "the payload of job \(request.document.job) is not JSON", retry: .never
      )
    }
  }

  static func value(_ names: [String], in payload: JSONValue) throws(SendError) -> String {
    var value: JSONValue? = payload
    for name in names {
      guard case .object(let object)? = value else {
        value = nil
        break
      }
      value = object[name]
    }
    switch value {
    case .string(let text): return text
    case .number(let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .null, .array, .object, nil:
      throw SendError(
        code: "template_value_missing",
        message: "the payload has no text, number or truth value at \(names.joined(separator: ".")), which the name "
          + "template uses", retry: .never)
    }
  }
}

/// The parts of a time in UTC, with leading zeros.
struct CompletionTime {
  var year, month, day, time: String

  init(_ date: Date) {
    let fields = Timestamp(seconds: Int64(date.timeIntervalSince1970.rounded(.down))).fields
    year = fields.year.padded(to: 4)
    month = fields.month.padded(to: 2)
    day = fields.day.padded(to: 2)
    time = [fields.hour, fields.minute, fields.second].map { $0.padded(to: 2) }.joined()
  }
}
