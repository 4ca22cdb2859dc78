import Layout
import Markup
import Style
import TestTraits
import Testing

@testable import Paint

/// The contents of `foreignObject` elements are painted at their place in the order of the drawing (SVG 2 §12.4).
@Suite(.hangLimit) struct BoxesInDrawingTests {
  /// A drawing of 6 by 2 px whose `foreignObject` shows a green box of 2 by 2 px at the left.
  private func grid(_ content: String, tags: Bool = false) throws -> String {
    let html = "<!DOCTYPE html><svg viewBox='0 0 6 2'>\(content)</svg>"
    let document = try Document.parse(html: html)
    let nodes = document.nodes.indices.map { NodeID(UInt32($0)) }
    let root = try #require(nodes.first { document.name($0) == "svg" })
    let object = try #require(nodes.first { document.name($0) == "foreignObject" })
    var scene = Scene(width: 6, height: 2)
    let id = scene.images.add(
      InlineSVG(document, root, color: .black), name: "svg")
    let style = scene.style {
      $0.paint.backgroundColor = .green
      $0.paint.transforms = [.matrix(1, 0, 0, 1, 0, 0)]
    }
    let image = scene.image(id, in: Rect(0, 0, 6, 2))
    let plain = scene.style { _ in }
    scene.add(Rect(0, 0, 6, 2), plain, image, node: root) {
      $0.add(Rect(0, 0, 2, 2), style, node: object)
    }
    return try scene.grid()
  }

  private static let object = "<foreignObject width='2' height='2'></foreignObject>"

  @Test func whatFollowsIsAboveTheBox() throws {
    let shape = "<rect x='1' width='3' height='1' fill='red'/>"
    #expect(try grid(Self.object) == "GG____\nGG____")
    #expect(try grid(shape + Self.object) == "GGRR__\nGG____")
    #expect(try grid(Self.object + shape) == "GRRR__\nGG____")
  }

  @Test func groupsAroundTheBoxApplyToIt() throws {
    let clip = "<clipPath id='c'><rect width='1' height='9'/></clipPath>"
    #expect(try grid(clip + "<g clip-path='url(#c)'>\(Self.object)</g>") == "G_____\nG_____")
    #expect(
      try grid(clip + "<foreignObject clip-path='url(#c)' width='2' height='2'></foreignObject>") == "G_____\nG_____")
    let mask =
      "<mask id='m' maskUnits='userSpaceOnUse' width='9' height='9'><rect width='9' height='1' fill='white'/></mask>"
    #expect(try grid(mask + "<g mask='url(#m)'>\(Self.object)</g>") == "GG____\n______")
    #expect(try grid("<g opacity='.5'>\(Self.object)</g>") == "??____\n??____")
    #expect(try grid("<g opacity='0'>\(Self.object)</g>") == "______\n______")
  }

  /// The box is where layout places it, whatever the coordinates of the drawing are there.
  @Test func coordinatesOfTheDrawingDoNotMoveTheBox() throws {
    let shape = "<rect width='1' height='1' fill='red'/>"
    #expect(try grid("<g transform='translate(1) scale(2)'>\(Self.object)\(shape)</g>") == "GRR___\nGRR___")
    #expect(try grid("<svg x='1' viewBox='0 0 3 1' overflow='visible'>\(Self.object)\(shape)</svg>").hasPrefix("GRR"))
  }

  /// It is shown after a drawing that is left to librsvg.
  @Test func theBoxIsShownInAnyDrawing() throws {
    let shape = "<rect width='1' height='1' fill='red' stroke='red' font-size='3vw'/>"
    #expect(try grid(Self.object + shape) == "GG____\nGG____")
  }

  @Test func aBoxIsShownOnce() throws {
    let object = "<g id='a'>\(Self.object)</g>"
    #expect(try grid("\(object)<use href='#a' x='3'/>") == "GG____\nGG____")
  }
}
