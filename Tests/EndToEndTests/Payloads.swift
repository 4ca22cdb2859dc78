import Foundation

/// Small payloads with fixed dates, so that documents do not depend on the time of the test.
enum Payloads {
  static func note(_ title: String = "Site visit", body: String = "<p>All four lines run.</p>") -> String {
    json([
      "title": title, "author": "R. Osei", "created": "2026-03-02T09:30:00Z", "shared": "2026-03-03T08:00:00Z",
      "tags": ["visit", "plant"], "body": body,
    ])
  }

  static func invoice(_ number: String = "2026-017", items: Int = 2) -> String {
    json([
      "number": number, "date": "2026-03-02", "due": "2026-04-01", "currency": "EUR", "locale": "de-DE",
      "sender": ["Lark & Moor", "12 Quay Street"], "recipient": ["Fund Two", "7 Hill Road"],
      "payment_method": "Bank transfer",
      "items": (1...items).map { ["description": "Report \($0)", "price": "12.50"] },
    ])
  }

  static func archive() throws -> String {
    json(["base": ["base64": Data(PDFSamples.onePage).base64EncodedString()]])
  }

  static func json(_ value: [String: Any]) -> String {
    // The values above are strings, lists and objects, which always can be encoded.
    let data = (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

/// PDF files made here, byte for byte.
enum PDFSamples {
  /// One empty page of 200 × 100 points.
  static let onePage: [UInt8] = {
    var file = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, body) in [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> >>",
    ].enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(body)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 4\n0000000000 65535 f \n"
    for offset in offsets {
      file += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
    }
    file += "trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    return Array(file.utf8)
  }()

  /// A segment that adds a note to the page.
  static let segment: [UInt8] = {
    let previous = String(decoding: onePage, as: UTF8.self)
    let table = previous.components(separatedBy: "startxref\n")[1].components(separatedBy: "\n")[0]
    let base = onePage.count
    var text = ""
    let annotation = base
    text += "4 0 obj\n<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (Seen) >>\nendobj\n"
    let page = base + text.utf8.count
    text += "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> "
    text += "/Annots [4 0 R] >>\nendobj\n"
    let start = base + text.utf8.count
    func entry(_ offset: Int) -> String {
      String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
    }
    text += "xref\n3 2\n" + entry(page) + entry(annotation)
    text += "trailer\n<< /Size 5 /Root 1 0 R /Prev \(table) >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }()
}

extension Payloads {
  /// Takes a renderer about a second in a debug build.
  static let medium: String = {
    let paragraph = "<p>" + String(repeating: "every line was seen to run ", count: 40) + "</p>"
    return note(body: String(repeating: paragraph, count: 100))
  }()
}
