import Markup
import PDF

extension StructureType {
  private static let ofElements: ContiguousArray<StructureType?> = {
    let types: [(StructureType, [Atom])] = [
      (.paragraph, [.p, .pre]), (.heading1, [.h1]), (.heading2, [.h2]), (.heading3, [.h3]), (.heading4, [.h4]),
      (.heading5, [.h5]), (.heading6, [.h6]), (.section, [.section]), (.article, [.article]),
      (.quotation, [.blockquote]), (.list, [.ul, .ol, .dl, .menu, .dir]), (.item, [.li, .dt, .dd]), (.table, [.table]),
      (.tableHead, [.thead]), (.tableBody, [.tbody]), (.tableFoot, [.tfoot]), (.row, [.tr]), (.header, [.th]),
      (.cell, [.td]), (.caption, [.caption, .figcaption]), (.figure, [.img, .canvas]), (.link, [.a]),
    ]
    var table: ContiguousArray<StructureType?> = []
    for (type, names) in types {
      for name in names {
        while table.count <= Int(name.index) { table.append(nil) }
        table[Int(name.index)] = type
      }
    }
    return table
  }()

  /// The type of an HTML element's structure element; nil for one whose content belongs to its parent. Of `a` elements,
  /// those with an address are links.
  init?(element name: Atom) {
    guard Int(name.index) < Self.ofElements.count, let type = Self.ofElements[Int(name.index)] else { return nil }
    self = type
  }
}

extension Atom {
  private static let phrasing: ContiguousArray<Bool> = {
    let names: [Atom] = [
      .span, .a, .b, .i, .u, .s, .em, .strong, .small, .big, .tt, .code, .kbd, .samp, .var, .cite, .dfn, .abbr,
      .acronym, .q, .sub, .sup, .mark, .bdi, .bdo, .ruby, .rb, .rt, .rtc, .rp, .ins, .del, .strike, .font, .nobr, .wbr,
      .br, .img, .picture, .embed, .object, .canvas, .input, .label, .button, .time, .data,
    ]
    var table = ContiguousArray(repeating: false, count: Int(names.map(\.index).max() ?? 0) + 1)
    for name in names { table[Int(name.index)] = true }
    return table
  }()

  /// Whether HTML elements with this name are inline content.
  var isPhrasing: Bool { Int(index) < Self.phrasing.count && Self.phrasing[Int(index)] }
}

/// The names of WAI-ARIA attributes in a document; nil for those that it does not have.
struct AttributeNames {
  let hidden, label: Atom?

  init(_ document: Document) {
    hidden = document.names.find("aria-hidden")
    label = document.names.find("aria-label")
  }
}
