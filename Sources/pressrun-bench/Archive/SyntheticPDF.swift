import Foundation

/// Writes a PDF of empty pages and, if `filler` is not 0, a stream of that many random bytes that no object refers to.
struct SyntheticPDF {
  private let file: FileHandle
  private var offsets: [Int] = []
  private var position = 0

  /// - Returns: `path`.
  static func write(pages: Int, filler: Int, to path: String) throws -> String {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
      throw BenchmarkError("\(path) cannot be written")
    }
    var pdf = SyntheticPDF(file: file)
    try pdf.write(pages: pages, filler: filler)
    try file.close()
    return path
  }

  private init(file: FileHandle) { self.file = file }

  private mutating func write(pages: Int, filler: Int) throws {
    try write("%PDF-1.7\n")
    try writeObject("<</Type/Catalog/Pages 2 0 R>>")
    let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    try writeObject("<</Type/Pages/Count \(pages)/Kids[\(kids)]>>")
    for _ in 0..<pages { try writeObject("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>") }
    if filler > 0 { try writeFiller(filler) }
    let xref = position
    try write("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
    for offset in offsets { try write(String(format: "%010ld 00000 n \n", offset)) }
    try write("trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/ID[<00><00>]>>\nstartxref\n\(xref)\n%%EOF\n")
  }

  private mutating func write(_ text: String) throws {
    try file.write(contentsOf: Data(text.utf8))
    position += text.utf8.count
  }

  private mutating func writeObject(_ text: String) throws {
    offsets.append(position)
    try write("\(offsets.count) 0 obj\n\(text)\nendobj\n")
  }

  private mutating func writeFiller(_ length: Int) throws {
    offsets.append(position)
    try write("\(offsets.count) 0 obj\n<</Length \(length)>>\nstream\n")
    var random = SystemRandomNumberGenerator()
    let chunk = Data((0..<(1 << 17)).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
    var left = length
    while left > 0 {
      try file.write(contentsOf: chunk.prefix(left))
      left -= min(left, chunk.count)
    }
    position += length
    try write("\nendstream\nendobj\n")
  }
}
