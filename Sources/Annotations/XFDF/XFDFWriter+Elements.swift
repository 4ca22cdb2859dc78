import Diagnostics
import Encodings
import XMLTree

/// The elements in the elements of annotations: contents, popups, vertices and actions.
extension XFDFWriter {
  private mutating func element(_ name: String, _ value: String?) {
    if let value { text += "<\(name)>\(XMLText.preserved(value))</\(name)>" }
  }

  mutating func writeElements(of annotation: Annotation) {
    element("contents", annotation.contents)
    if let rich = annotation.richContents {
      if let xhtml = RichText.fragment(rich) {
        text += "<contents-richtext>\(xhtml)</contents-richtext>"
      } else {
        warnings.append(
          Diagnostic(
            "malformed_rich_text", "its rich text is not well-formed and was left out",
            in: "page \(annotation.page + 1)"))
      }
    }
    if let data = annotation.customData {
      text += "<trn-custom-data"
      attribute("bytes", data)
      text += "/>"
    }
    if let popup = annotation.popup {
      let box = popup.rectangle
      text += "<popup"
      attribute("page", "\(annotation.page)")
      attribute("rect", Self.numbers([box.x0, box.y0, box.x1, box.y1]))
      attribute("open", popup.isOpen ? "yes" : "no")
      attribute(
        "flags", AnnotationFlags.names.filter { popup.flags.contains($0.flag) }.map(\.name).joined(separator: ","))
      text += "/>"
    }
    switch annotation.kind {
    case .ink(let ink):
      text += "<inklist>"
      for stroke in ink.strokes { text += "<gesture>\(Self.points(stroke.points, ";"))</gesture>" }
      text += "</inklist>"
    case .polygon(let points), .polyline(let points, _): element("vertices", Self.points(points, ";"))
    case .freeText(let freeText):
      element("defaultappearance", freeText.defaultAppearance)
      element("defaultstyle", freeText.defaultStyle)
    case .link(let link): write(link.action)
    case .stamp(let stamp):
      if let file = stamp.picture?.file {
        element("imagedata", "data:\(file.type);base64,\(Base64.encode(file.bytes))")
      }
    default: break
    }
  }

  private mutating func write(_ action: Link.Action?) {
    guard let action else { return }
    text += "<OnActivation><Action Trigger=\"U\">"
    switch action {
    case .uri(let uri):
      text += "<URI"
      attribute("Name", uri)
      text += "/>"
    case .named(let name):
      text += "<GoTo><Dest><Named"
      attribute("Name", name)
      text += "/></Dest></GoTo>"
    case .page(let page, let left, let top, let zoom):
      text += "<GoTo><Dest><XYZ Page=\"\(page)\""
      attribute("Left", left.map(Self.number))
      attribute("Top", top.map(Self.number))
      attribute("Zoom", zoom.map(Self.number))
      text += "/></Dest></GoTo>"
    }
    text += "</Action></OnActivation>"
  }
}
