import Markup
import TestTraits
import Testing

@testable import Style

/// The files of `img` elements (HTML 4.8.4.3). The page is 794 px wide.
@Suite(.hangLimit) struct ImageSourceTests {
  private func source(_ html: String) throws -> String? {
    let document = try Sheet("", html).document
    let nodes = document.document.nodes.indices.map { NodeID(UInt32($0)) }
    let image = try #require(nodes.first { document.document.isElement($0, .img) })
    return document.imageSource(of: image).map { "\($0.address) \($0.density)" }
  }

  @Test func theSourceIsOneOfTheSet() throws {
    #expect(try source("<img src=a>") == "a 1.0")
    #expect(try source("<img>") == nil)
    #expect(try source("<img src=a srcset=''>") == "a 1.0")
    #expect(try source("<img src=a srcset='b'>") == "b 1.0")
    #expect(try source("<img src=a srcset=' b 1x , c 2x,d 3x'>") == "c 2.0")
    #expect(try source("<img src=a srcset='b 1x, c 1.5x'>") == "c 1.5")
    #expect(try source("<img srcset='data:image/png;base64,AA 2x, b'>") == "data:image/png;base64,AA 2.0")
    #expect(try source("<img srcset='b, c 3x'>") == "c 3.0")
  }

  @Test func descriptorsThatAreNotValidAreIgnored() throws {
    for set in ["b 0x", "b -1x", "b nanx", "b 1y", "b 1x 2x", "b infx", ",", "b 1e-300x", "b 0.001x", "b 1e-9w"] {
      #expect(try source("<img src=a srcset='\(set)'>") == "a 1.0", "\(set)")
    }
  }

  @Test func widthsAreDividedByTheSize() throws {
    let set = "srcset='b 200w, c 400w 300h, d 800w'"
    #expect(try source("<img \(set) sizes='200px'>") == "c 2.0")
    #expect(try source("<img \(set) sizes='(max-width: 100px) 10px, (min-width: 500px) 100px, 400px'>") == "b 2.0")
    #expect(try source("<img \(set) sizes='nonsense, calc(300px + 100px)'>") == "d 2.0")
    #expect(try source("<img srcset='b 793.7007874015748w'>") == "b 1.0")
  }

  /// Regression: the sizes were read again for each file.
  @Test func manyFilesHaveOneSize() throws {
    let set = (1...20_000).map { "a\($0) \($0)w" }.joined(separator: ",")
    let sizes = String(repeating: "(width < 1px) 1px,", count: 2000) + "100px"
    #expect(try source("<img srcset='\(set)' sizes='\(sizes)'>") == "a200 2.0")
  }

  /// Regression: each of many images read all the sources of its picture.
  @Test func onlySomeSourcesOfAPictureAreRead() throws {
    func picture(_ count: Int) -> String {
      "<picture>\(String(repeating: "<source srcset=b media=screen>", count: count))<source srcset=c><img src=a></picture>"
    }
    #expect(try source(picture(100)) == "c 1.0")
    #expect(try source(picture(1000)) == "a 1.0")
  }

  @Test func theFirstSourceOfAPictureThatAppliesIsUsed() throws {
    #expect(try source("<picture><source srcset=b><source srcset=c><img src=a></picture>") == "b 1.0")
    #expect(try source("<picture><source srcset=b media=screen><source srcset=c media=print><img src=a>") == "c 1.0")
    #expect(
      try source("<picture><source srcset=b type='image/avif'><source srcset=c type='image/webp'><img>") == "c 1.0")
    #expect(try source("<picture><source srcset=b media='(max-width: 10px)'><img src=a srcset='d 2x'>") == "d 2.0")
    #expect(try source("<picture><img src=a><source srcset=b></picture>") == "a 1.0")
  }
}
