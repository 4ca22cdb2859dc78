import Foundation

/// The text of each page, as `pdftotext` finds it.
package func pageTexts(_ pdf: [UInt8]) throws -> [String] {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("text-\(UUID().uuidString).pdf")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(pdf).write(to: file)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftotext")
  process.arguments = ["-layout", "-enc", "UTF-8", file.path, "-"]
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text.components(separatedBy: "\u{C}").dropLast()
}
