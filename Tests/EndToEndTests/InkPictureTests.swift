import CGdkPixbuf
import Foundation
import TestTraits
import Testing

/// Ink that is recorded on the picture of a page, and the pictures of the annotated document.
@Suite(.hangLimit) struct InkPictureTests {
  /// The brightness of each pixel from 0 to 255.
  private struct Picture {
    var width, height: Int
    private var rows: [[UInt8]]

    init(_ path: String) throws {
      let pixels = try #require(gdk_pixbuf_new_from_file(path, nil), "\(path) is not a picture")
      defer { g_object_unref(gpointer(pixels)) }
      let (width, height) = (Int(gdk_pixbuf_get_width(pixels)), Int(gdk_pixbuf_get_height(pixels)))
      let (stride, channels) = (Int(gdk_pixbuf_get_rowstride(pixels)), Int(gdk_pixbuf_get_n_channels(pixels)))
      let bytes = try #require(gdk_pixbuf_read_pixels(pixels))
      rows = (0..<height).map { y in (0..<width).map { x in bytes[y * stride + x * channels] } }
      (self.width, self.height) = (width, height)
    }

    /// The middle of the line that crosses a column; nil if there is none.
    func line(crossingColumn x: Int) -> Double? { Self.middle((0..<height).map { 255 - Double(rows[$0][x]) }) }
    /// The middle of the line that crosses a row.
    func line(crossingRow y: Int) -> Double? { Self.middle(rows[y].map { 255 - Double($0) }) }

    private static func middle(_ ink: [Double]) -> Double? {
      let all = ink.reduce(0, +)
      return all == 0 ? nil : zip(ink.indices, ink).reduce(0) { $0 + (Double($1.0) + 0.5) * $1.1 } / all
    }
  }

  /// The height of the picture is a rounded one, which must not shift ink near the bottom of the page.
  @Test(arguments: [("A4", 613), ("letter", 1240), ("A5 landscape", 1240), ("90mm 160mm", 613)])
  func inkIsWhereItWasDrawnOnThePicture(size: String, width: Int) async throws {
    try await TestInstallation.with { installation in
      let base = installation.folder + "/base.pdf"
      let page = try installation.file(
        "page.html", "<!DOCTYPE html><title>t</title><style>@page { size: \(size) }</style><p>")
      try await installation.pressrun("render", page, "-o", base)
      try await installation.pressrun("archive", "register", "sketch", base)
      let pattern = installation.folder + "/page-%d.png"
      let listed = try await installation.pressrun("archive", "pages", "sketch", "-o", pattern, "--width", "\(width)")
      #expect(listed.errors.contains("page-1.png: page 1, 0 annotations"))
      let blank = try Picture(installation.folder + "/page-1.png")
      #expect(blank.width == width)

      let (x, y) = (blank.width - 40, blank.height - 30)
      func touches(_ points: [(Int, Int)]) -> String {
        points.enumerated().map { "[\($0.offset * 10), \($0.element.0), \($0.element.1)]" }.joined(separator: ", ")
      }
      let across = touches((1...9).map { ($0 * width / 20, y) })
      let down = touches((1...9).map { (x, $0 * blank.height / 20) })
      let ink = try installation.file(
        "ink.json",
        """
        {"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "viewWidth": \(width), "viewHeight": \(blank.height),
        "strokes": [{"input": "stylus", "touches": [\(across)]}, {"input": "stylus", "touches": [\(down)]}]}]}
        """)
      try await installation.pressrun("archive", "sync", "sketch", "--ink", ink)
      let drawn = try await installation.pressrun("archive", "pages", "sketch", "-o", pattern, "--width", "\(width)")
      #expect(drawn.errors.contains("page-1.png: page 1, 1 annotation\n"))
      let picture = try Picture(installation.folder + "/page-1.png")
      #expect(picture.height == blank.height)
      let (row, column) = (picture.line(crossingColumn: width / 4), picture.line(crossingRow: blank.height / 4))
      #expect(abs(try #require(row) - Double(y)) < 0.25)
      #expect(abs(try #require(column) - Double(x)) < 0.25)
    }
  }

  @Test func pagesAndNamesAreChecked() async throws {
    try await TestInstallation.with { installation in
      let base = installation.folder + "/base.pdf"
      try await installation.pressrun("render", try installation.file("page.html", "<p>One page."), "-o", base)
      let out = installation.folder + "/x.png"
      try await installation.pressrun("archive", "pages", base, "-o", out, status: 2)
      let missing = try await installation.pressrun("archive", "pages", base, "-o", out, "--page", "2", status: 2)
      #expect(missing.errors.contains("has no page 2; it has 1"))
      try await installation.pressrun("archive", "pages", base, "-o", out, "--page", "1")
      let broken = try installation.file("broken.pdf", "no document")
      try await installation.pressrun("archive", "pages", broken, "-o", out, "--page", "1", status: 2)
    }
  }
}
