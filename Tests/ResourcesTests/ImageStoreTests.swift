import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit)
struct ImageStoreTests {
  private func info(_ base64: String) throws -> ImageInfo {
    let store = ImageStore(loader: ResourceLoader())
    return store.info(try #require(store.image("data:;base64," + base64)))
  }
  private func svg(_ attributes: String) throws -> ImageInfo {
    let store = ImageStore(loader: ResourceLoader())
    return store.info(try #require(store.image("data:,<svg \(attributes)></svg>")))
  }

  @Test(arguments: [
    (Samples.png, ImageInfo.Format.png), (Samples.gif, .gif), (Samples.progressiveJPEG, .jpeg),
    (Samples.lossyWebP, .webp),
    (Samples.losslessWebP, .webp), (Samples.extendedWebP, .webp), (Samples.svg, .svg),
  ])
  func formatAndSizeAreReadFromTheHeader(_ sample: String, _ format: ImageInfo.Format) throws {
    let info = try info(sample)
    #expect(info.format == format)
    #expect(info.width == 3)
    #expect(info.height == 2)
  }

  @Test func rotatedPhotographHasItsDisplayedSize() throws {
    let info = try info(Samples.jpeg)
    #expect(info.orientation == .rotated90)
    #expect(info.width == 2)
    #expect(info.height == 3)
    #expect(info.pixelWidth == 3)
  }

  @Test func svgLengthsAreInPx() throws {
    let info = try svg("width='1in' height='48pt'")
    #expect(info.width == 96)
    #expect(info.height == 64)
  }

  @Test func svgWithOnlyAViewBoxHasItsRatio() throws {
    let info = try svg("viewBox='0 0 400 100'")
    #expect(info.ratio == 4)
    #expect(info.width == 300)
    #expect(info.height == 75)
    #expect(!info.hasOwnWidth && !info.hasOwnHeight)
  }

  @Test func svgWithOneSizeHasTheOtherByItsRatio() throws {
    let info = try svg("height='20' width='100%' viewBox='0 0 2 1'")
    #expect(info.width == 40)
    #expect(info.height == 20)
    #expect(!info.hasOwnWidth && info.hasOwnHeight)
  }

  @Test func svgWithoutSizesIs300By150() throws {
    #expect(try svg("").width == 300)
    #expect(try svg("").height == 150)
    #expect(try svg("").ratio == nil)
  }

  @Test func prologueOfAnSVGIsIgnored() throws {
    let store = ImageStore(loader: ResourceLoader())
    let file = "<?xml version='1.0'?><!-- <svg> --><!DOCTYPE svg [<!ENTITY a '>'>]>\n<svg:svg width='7' height='8'/>"
    let id = try #require(store.image("data:," + file))
    #expect(store.info(id).width == 7)
  }

  @Test func eachAddressIsLoadedOnce() throws {
    let store = ImageStore(loader: ResourceLoader())
    let first = store.image("data:;base64," + Samples.png)
    #expect(first != nil)
    #expect(store.image("data:;base64," + Samples.png) == first)
    #expect(store.count == 1)
  }

  @Test func damagedImageIsReportedOnce() {
    let store = ImageStore(loader: ResourceLoader())
    #expect(store.image("data:,text") == nil)
    #expect(store.image("data:,text") == nil)
    #expect(store.image("missing.png") == nil)
    #expect(store.failures.map(\.error.code) == [.malformed, .refused])
    #expect(store.failures.first?.error.message == "The file is not a PNG, JPEG, GIF, WebP or SVG image.")
  }

  @Test func imageWithTooManyPixelsIsRefusedBeforeDecoding() {
    let store = ImageStore(loader: ResourceLoader(), maximumPixels: 5)
    #expect(store.image("data:;base64," + Samples.png) == nil)
    #expect(store.failures.first?.error.message == "The image has 3 × 2 pixels; at most 5 are allowed.")
  }

  @Test(arguments: Samples.all)
  func truncatedImageIsRefused(_ sample: String) throws {
    let bytes = try Samples.bytes(sample)
    for count in bytes.indices {
      let store = ImageStore(loader: ResourceLoader())
      #expect(store.image(Samples.url(Array(bytes[..<count]))) == nil, "cut at \(count)")
      #expect(store.failures.count == 1)
    }
  }

  @Test(arguments: Samples.all)
  func damageAtAnyByteDoesNotCrash(_ sample: String) throws {
    let bytes = try Samples.bytes(sample)
    for index in bytes.indices {
      for value in [bytes[index] ^ 0x01, bytes[index] ^ 0x80, 0x00, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        let store = ImageStore(loader: ResourceLoader())
        let id = store.image(Samples.url(damaged))
        #expect((id == nil) == (store.failures.count == 1))
      }
    }
  }

  @Test func damageToAPNGIsDetectedAtEveryByte() throws {
    let bytes = try Samples.bytes(Samples.png)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect(ImageStore(loader: ResourceLoader()).image(Samples.url(damaged)) == nil, "byte \(index)")
    }
  }

  /// A background of thousands of boxes is found without reading its address each time.
  @Test func theLongAddressesThatWereUsedLastAreKept() {
    let long = (0..<10).map { String(repeating: "a", count: 300) + String($0) }
    var recent = RecentAddresses<Int?>()
    for (index, address) in long.enumerated() { recent.insert(index == 9 ? nil : index, address, "") }
    #expect(recent[long[0], ""] == nil)
    #expect(recent[long[8], ""] == .some(8))
    #expect(recent[long[8], "b"] == nil)
    #expect(recent[long[9], ""] == .some(nil))
    recent.insert(1, "short", "")
    #expect(recent["short", ""] == nil)
  }

  @Test func anImageWithALongAddressIsLoadedOnce() throws {
    let store = ImageStore(loader: ResourceLoader())
    let address = "data:;base64," + Samples.png + String(repeating: " ", count: 300)
    let first = try #require(store.image(address))
    #expect(store.image(address) == first)
    #expect(store.count == 1)
    let wrong = "data:;base64," + String(repeating: "A", count: 300)
    #expect(store.image(wrong) == nil)
    #expect(store.image(wrong) == nil)
    #expect(store.failures.count == 1)
  }
}
