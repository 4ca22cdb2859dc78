import Markup
import TestTraits
import Testing

@Suite(.hangLimit) struct NameTableTests {
  @Test func wellKnownAtomsHaveTheirNames() {
    let names = NameTable()
    for (atom, name) in [
      (Atom.html, "html"), (.div, "div"), (.h6, "h6"), (.annotationXml, "annotation-xml"),
      (.foreignObject, "foreignObject"),
      (.id, "id"), (.`class`, "class"), (.httpEquiv, "http-equiv"), (.viewBox, "viewBox"), (.popover, "popover"),
      (.overflow, "overflow"),
    ] {
      #expect(names[atom] == name)
      #expect(names.find(name) == atom)
    }
  }

  @Test func equalNamesHaveOneAtom() {
    var names = NameTable()
    let first = names.intern("x-thing")
    for number in 0..<5000 { _ = names.intern("name\(number)") }
    #expect(names.intern("x-thing") == first)
    #expect(names[first] == "x-thing")
    #expect(names.find("name4999").map { names[$0] } == "name4999")
    #expect(names.find("unknown") == nil)
  }
}
