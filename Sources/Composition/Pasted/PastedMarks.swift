/// The marks by which pasted markup is recognized.
enum PastedMarks {
  /// In lower case. All are parts of tags, attributes or comments that notes do not contain for other reasons.
  private static let marks: [[UInt8]] = [
    // Word and Outlook.
    "mso-", "class=mso", "class=\"mso", "class='mso", "class=\"x_mso", "<o:p", "<!--[if", "<![if",
    "schemas-microsoft-com",
    "class=wordsection", "class=\"wordsection",
    // Google Docs and Sheets.
    "docs-internal-guid", "google-sheets-html-origin", "data-sheets-",
    // Notion.
    "notionvc", "block-color-", "class=\"to-do-list", "class=\"checkbox checkbox-", "class=\"callout",
    // Confluence: stored, rendered, and the editor's clipboard.
    "<ac:", "<ri:", "confluence-", "class=\"confluence", "data-pm-slice", "data-panel-type", "data-macro-name",
    "data-renderer-", "data-prosemirror-",
    // Evernote.
    "<en-note", "<en-todo", "<en-media", "<en-crypt", "-en-", "--en-",
    // Apple Mail, Notes and other programs with WebKit or Chromium.
    "apple-interchange-newline", "apple-converted-space", "apple-tab-span", "applemailsignature", "cocoa html writer",
    "x-apple-data-detectors", "-webkit-text-", "caret-color", "<!--startfragment",
    // Images that exist only on the machine or in the message that they were copied from.
    "src=\"file:", "src='file:", "src=file:", "src=\"cid:", "src='cid:", "src=cid:", "webkit-fake-url:", "src=\"blob:",
    // Images of 1 px.
    "width=\"1\"", "width='1'", "width=1 ", "width=1>", "width=\"0\"", "width:1px", "width: 1px", "height=\"1\"",
  ].map { Array($0.utf8) }

  /// The pairs of bytes with which marks start, so that most of a body needs one look-up for each byte.
  private static let starts: [Bool] = marks.reduce(into: Array(repeating: false, count: 1 << 16)) {
    $0[Int($1[0]) << 8 | Int($1[1])] = true
  }

  static func occur(in html: [UInt8]) -> Bool {
    let starts = starts
    return html.withUnsafeBufferPointer { bytes in
      var previous = 0
      for index in bytes.indices {
        let byte = Int(lower(bytes[index]))
        if starts[previous << 8 | byte], isMark(bytes, at: index - 1) { return true }
        previous = byte
      }
      return false
    }
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    marks.contains { mark in
      bytes.count - start >= mark.count && mark.indices.allSatisfy { lower(bytes[start + $0]) == mark[$0] }
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// The offset of the first occurrence.
  static func find(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= mark.count else { return nil }
    return (start...bytes.count - mark.count).first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  /// Confluence stores code in CDATA sections, which HTML treats as comments. They become text.
  static func withoutCDATA(_ html: [UInt8]) -> [UInt8] {
    let (open, close) = (Array("<![CDATA[".utf8), Array("]]>".utf8))
    guard var start = find(open, in: html, from: 0) else { return html }
    var out: [UInt8] = []
    out.reserveCapacity(html.count)
    var copied = 0
    while let end = find(close, in: html, from: start + open.count) {
      out += html[copied..<start]
      let text = String(decoding: html[start + open.count..<end], as: UTF8.self)
      out += Array(Escaping.html.escape(text).utf8)
      copied = end + close.count
      guard let next = find(open, in: html, from: copied) else { break }
      start = next
    }
    return out + html[copied...]
  }
}
