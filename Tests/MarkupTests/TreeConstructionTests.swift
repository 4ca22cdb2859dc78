import Markup
import TestTraits
import Testing

@Suite(.hangLimit) struct TreeConstructionTests {
  @Test func htmlHeadAndBodyAlwaysExist() throws {
    #expect(try Document.parse(html: "").outline == "html(head body)")
    #expect(try Document.parse(html: "text").outline == "html(head body(\"text\"))")
    #expect(try Document.parse(html: "<title>t</title><p>x").outline == "html(head(title(\"t\")) body(p(\"x\")))")
  }

  @Test(arguments: ["div", "section", "article", "figure", "main", "nav", "ul", "h2", "hr", "table", "pre", "details"])
  func blocksCloseAnOpenParagraph(name: String) throws {
    #expect(try body("<p>a<\(name)>").hasPrefix("p(\"a\") \(name)"))
  }

  @Test func textAndPhrasingStayInTheParagraph() throws {
    #expect(try body("<p>a<b>b</b> c<p>d") == "p(\"a\" b(\"b\") \" c\") p(\"d\")")
  }

  @Test func declaredPrefixOfSVGIsRemoved() throws {
    let html = "<html xmlns:svg='http://www.w3.org/2000/svg'><body><svg:svg><svg:rect/></svg:svg><p>x"
    #expect(try Document.parse(html: html).bodyOutline == "svg(rect) p(\"x\")")
    #expect(try body("<svg:svg>x</svg:svg>") == "svg:svg(\"x\")")
  }

  @Test func voidElementsAreEmpty() throws {
    #expect(try body("a<br>b<wbr>c<img>d<input>e") == "\"a\" br \"b\" wbr \"c\" img \"d\" input \"e\"")
    #expect(try body("<video><source><track></video>x") == "video(source track) \"x\"")
  }

  @Test func listItemsEndAtTheNextItem() throws {
    #expect(try body("<ul><li>a<ul><li>b</ul><li>c</ul>") == "ul(li(\"a\" ul(li(\"b\"))) li(\"c\"))")
    #expect(try body("<dl><dt>a<dd>b<dt>c</dl>") == "dl(dt(\"a\") dd(\"b\") dt(\"c\"))")
  }

  @Test func missingTableBodyAndRowAreInserted() throws {
    #expect(try body("<table><td>a</table>") == "table(tbody(tr(td(\"a\"))))")
    #expect(try body("<table><tr><td>a<tr><td>b</table>") == "table(tbody(tr(td(\"a\")) tr(td(\"b\"))))")
    #expect(try body("<table><col><thead><tr><th>x</table>") == "table(colgroup(col) thead(tr(th(\"x\"))))")
  }

  @Test func contentNotAllowedInATableIsInsertedBeforeIt() throws {
    #expect(try body("<table>a<tr><td>b</td></tr><b>c</b></table>") == "\"a\" b(\"c\") table(tbody(tr(td(\"b\"))))")
  }

  @Test func misnestedFormattingIsRepaired() throws {
    #expect(try body("<b>1<p>2</b>3</p>") == "b(\"1\") p(b(\"2\") \"3\")")
    #expect(try body("<p>1<b>2<i>3</b>4</i>5") == "p(\"1\" b(\"2\" i(\"3\")) i(\"4\") \"5\")")
    #expect(try body("<p><b>a<p>b") == "p(b(\"a\")) p(b(\"b\"))")
  }

  @Test func linkEndsAnOpenLink() throws {
    #expect(try body("<a>1<a>2</a>") == "a(\"1\") a(\"2\")")
  }

  @Test func templatesAreEmpty() throws {
    #expect(try body("a<template><p>x<template>y</template></template>z") == "\"a\" template \"z\"")
  }

  @Test func styleAndScriptAreRawText() throws {
    let document = try Document.parse(html: "<style>a < b & c</style><script>if (a</b) '<p>'</script>")
    #expect(document.outline == "html(head(style(\"a < b & c\") script(\"if (a</b) '<p>'\")) body)")
  }

  @Test func titleAndTextareaHaveReferencesButNoTags() throws {
    #expect(try body("<textarea>\n<b>&amp;</textarea>") == "textarea(\"<b>&\")")
  }

  @Test func commentsAndInstructionsAreDropped() throws {
    #expect(try body("a<!-- <b> --->b<?php x ?>c<!x>d") == "\"abcd\"")
  }

  @Test func foreignElementsHaveTheirCanonicalSpelling() throws {
    let document = try Document.parse(html: "<svg viewbox='0 0 1 1'><lineargradient/><p>x")
    #expect(document.bodyOutline == "svg(linearGradient) p(\"x\")")
    let svg = document.children(of: document.children(of: document.documentElement).max()!).first { _ in true }!
    #expect(document.attribute(svg, .viewBox) == "0 0 1 1")
    #expect(document[svg].namespace == .svg)
  }

  @Test func unmatchedEndTagsAreIgnoredExceptForParagraphs() throws {
    #expect(try body("a</div>b</p>c") == "\"ab\" p \"c\"")
  }

  @Test func nodesAreInDocumentOrder() throws {
    let document = try Document.parse(html: "<table>a<td><b>x<p>y</b>z</table>")
    var last = 0
    for index in document.nodes.indices.dropFirst() {
      let node = document.nodes[index]
      #expect(Int(node.parent.index) < index)
      #expect(Int(node.subtreeEnd.index) > index)
      #expect(node.previousSibling.isNone || document[node.previousSibling].subtreeEnd == NodeID(UInt32(index)))
      last = index
    }
    #expect(document.nodes[0].subtreeEnd == NodeID(UInt32(last + 1)))
  }

  @Test func nodesHaveTheirSourceLines() throws {
    let document = try Document.parse(html: "<!DOCTYPE html>\n<body>\n<p id=a>x\n\n<p id=b>")
    #expect(document[document.element(id: "a")!].line == 3)
    #expect(document[document.element(id: "b")!].line == 5)
  }

  @Test(arguments: [
    ("<!DOCTYPE html>", QuirksMode.none), ("<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"x\">", .none),
    ("", .full), ("<!DOCTYPE svg>", .full), ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\">", .full),
    ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", .full),
    ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\">", .limited),
    ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\">", .limited),
    ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">", .none),
  ])
  func doctypeDeterminesTheMode(doctype: String, quirks: QuirksMode) throws {
    #expect(try Document.parse(html: doctype + "<p>").quirks == quirks)
  }
}

extension TreeConstructionTests {
  @Test func framesetReplacesAnEmptyBody() throws {
    #expect(try Document.parse(html: "<p></p> <frameset><frame></frameset>").outline == "html(head frameset(frame))")
    #expect(try Document.parse(html: "x<frameset><frame></frameset>").outline == "html(head body(\"x\"))")
  }

  @Test func selectMayHaveOtherElements() throws {
    #expect(try body("<select><div>a<option>b<option>c</div></select>d").hasSuffix("\"d\""))
    #expect(try body("<select><option>a<select>b") == "select(option(\"a\")) \"b\"")
  }

  @Test func nulIsDroppedInTheBodyAndReplacedInRawText() throws {
    #expect(try body("a\0b<style>c\0d</style>") == "\"ab\" style(\"c\u{FFFD}d\")")
  }

  @Test func openElementsEndWithTheDocument() throws {
    #expect(try Document.parse(html: "<title>a").outline == "html(head(title(\"a\")) body)")
    #expect(try body("<p><b>a") == "p(b(\"a\"))")
  }

  @Test func textAroundAnIgnoredTagIsOneNode() throws {
    #expect(try body("a<tr class=x>b</td>c") == "\"abc\"")
  }
}
