import Foundation
import ProgramTesting

/// The text of each page, as `pdftotext` finds it.
package func pageTexts(_ pdf: [UInt8]) throws -> [String] {
  let output = try TestProgram.output(of: pdf) { ["pdftotext", "-layout", "-enc", "UTF-8", $0, "-"] }
  let text = String(decoding: output, as: UTF8.self)
  return text.components(separatedBy: "\u{C}").dropLast()
}
