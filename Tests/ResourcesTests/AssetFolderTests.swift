import Foundation
import TestTraits
import Testing

@testable import Resources

/// A folder `assets` with `a.css`, `sub/b c.png`, links, and a file beside it that must not be reached.
private final class Assets {
  let outer: String
  var folder: String { outer + "/assets" }

  init() throws {
    outer = NSTemporaryDirectory() + "resources-" + UUID().uuidString
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
    try files.createDirectory(atPath: outer + "/assets-2", withIntermediateDirectories: true)
    for (name, text) in [
      ("assets/a.css", "a"), ("assets/sub/b c.png", "b"), ("secret", "s"), ("assets-2/secret", "s"),
    ] {
      try text.write(toFile: outer + "/" + name, atomically: false, encoding: .utf8)
    }
    try files.createSymbolicLink(atPath: folder + "/inside", withDestinationPath: "sub/b c.png")
    try files.createSymbolicLink(atPath: folder + "/outside", withDestinationPath: "../secret")
    try files.createSymbolicLink(atPath: folder + "/sibling", withDestinationPath: "../assets-2/secret")
    try files.createSymbolicLink(atPath: folder + "/up", withDestinationPath: "..")
  }
  deinit { try? FileManager.default.removeItem(atPath: outer) }

  func text(_ address: String, base: String = "") throws -> String {
    String(decoding: try ResourceLoader(assets: folder).load(address, base: base).bytes, as: UTF8.self)
  }
  func code(_ address: String, base: String = "") -> ResourceError.Code? {
    #expect(throws: ResourceError.self) { try text(address, base: base) }?.code
  }
}

@Suite(.hangLimit)
struct AssetFolderTests {
  @Test func filesThatWereSentPrecedeThoseOfTheFolder() throws {
    let assets = try Assets()
    let loader = ResourceLoader(assets: assets.folder, files: ["a.css": Array("sent".utf8), "sub/new": [1]])
    #expect(try loader.load("a.css").bytes == Array("sent".utf8))
    #expect(try loader.load("new", base: "sub").bytes == [1])
    #expect(try loader.load("sub/b%20c.png").bytes == Array("b".utf8))
    #expect(throws: ResourceError.self) { try loader.load("../secret") }
    let alone = ResourceLoader(files: ["a.css": [2]])
    #expect(#expect(throws: ResourceError.self) { try alone.load("b.css") }?.code == .missing)
  }

  @Test func filesInTheFolderAreLoaded() throws {
    let assets = try Assets()
    #expect(try assets.text("a.css") == "a")
    #expect(try assets.text("./sub/../a.css") == "a")
    #expect(try ResourceLoader(assets: assets.folder).load("a.css").mediaType == "text/css")
  }

  @Test func addressesArePercentDecodedWithoutQueryAndFragment() throws {
    let assets = try Assets()
    #expect(try assets.text("sub/b%20c.png?v=1#part") == "b")
    #expect(try assets.text("sub/b c.png") == "b")
  }

  @Test func addressesAreRelativeToTheReferringFile() throws {
    let assets = try Assets()
    #expect(try assets.text("b%20c.png", base: "sub") == "b")
    #expect(try assets.text("../a.css", base: "sub") == "a")
  }

  @Test(arguments: [
    "../secret", "sub/../../secret", "%2e%2e/secret", "..%2fsecret", "outside", "sibling", "up/secret", "up",
    "/etc/passwd",
    "file:///etc/passwd", "http://localhost/a.css", "HTTPS://localhost/", "//localhost/a.css", "sub", "a%00.css",
  ])
  func otherAddressesAreRefused(_ address: String) throws {
    #expect(try Assets().code(address) == .refused)
  }

  @Test func linksWithinTheFolderAreFollowed() throws {
    #expect(try Assets().text("inside") == "b")
  }

  @Test func missingFileIsReported() throws {
    #expect(try Assets().code("none.png") == .missing)
    #expect(try Assets().code("a.css/none") == .missing)
    let error = #expect(throws: ResourceError.self) { try ResourceLoader(assets: "/nonexistent/folder").load("a.css") }
    #expect(error?.code == .missing)
  }

  @Test func emptyAddressIsMalformed() throws {
    #expect(try Assets().code("") == .malformed)
    #expect(try Assets().code("#top") == .malformed)
    #expect(try Assets().code("%ff.png") == .malformed)
  }

  @Test func fileAboveTheSizeLimitIsRefused() throws {
    let assets = try Assets()
    let error = #expect(throws: ResourceError.self) {
      try ResourceLoader(assets: assets.folder, maximumBytes: 0).load("a.css")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func noFileIsLoadedWithoutAFolder() {
    let error = #expect(throws: ResourceError.self) { try ResourceLoader().load("a.css") }
    #expect(error?.code == .refused)
  }
}

@Suite(.hangLimit)
struct AddressTests {
  @Test(arguments: [
    ("a.png", "css", "css/a.png"), ("../a.png", "css/print", "css/a.png"), ("./x/./a.png", "", "x/a.png"),
    ("../../a.png", "css", "../a.png"), ("a.png?x#y", "css", "css/a.png"), ("data:,x", "css", "data:,x"),
    ("http://host/a", "css", "http://host/a"), ("#top", "css", ""),
  ])
  func relativeAddressesAreResolvedAgainstTheBase(_ address: String, _ base: String, _ result: String) {
    #expect(ResourceLoader.resolve(address, base: base) == result)
  }

  @Test func folderOfAStylesheetIsTheBaseOfItsAddresses() {
    #expect(ResourceLoader.folder(of: "css/print/a.css") == "css/print")
    #expect(ResourceLoader.folder(of: "b.css", base: "css") == "css")
    #expect(ResourceLoader.folder(of: "a.css") == "")
    #expect(ResourceLoader.folder(of: "data:text/css,p{}", base: "css") == "css")
  }
}
