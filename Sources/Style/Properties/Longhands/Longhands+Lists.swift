/// The inherited properties of lists (css-lists-3), quotes, tables (CSS 2.2 §17) and visibility.
extension LonghandRows {
  mutating func addLists() {
    add(.listStyleType, "list-style-type", .inherited) {
      $0.listStyleType()
    } compute: {
      $0.setListStyleType($1)
    } copy: {
      $0.text.listStyleType = $1.text.listStyleType
      $0.text.listStyleString = $1.text.listStyleString
    }
    add(.listStyleImage, "list-style-image", \.text.listStyleImage, .inherited) {
      $0.keyword(.none) ?? $0.image()
    } computed: {
      switch $1 {
      case .url(let url): .url(url)
      case .gradient(let gradient): .gradient($0.gradient(gradient))
      default: nil
      }
    }
    add(
      .listStylePosition, "list-style-position", \.text.listStyleInside, .inherited,
      keywords: [.inside: true, .outside: false])
    add(.quotes, "quotes", .inherited) {
      $0.quotes()
    } compute: {
      $0.setQuotes($1)
    } copy: {
      $0.text.quotes = $1.text.quotes
      $0.text.hasAutomaticQuotes = $1.text.hasAutomaticQuotes
    }
    add(
      .borderCollapse, "border-collapse", \.text.borderCollapse, .inherited,
      keywords: [.collapse: true, .separate: false])
    add(.borderSpacing, "border-spacing", \.text.borderSpacing, .inherited) {
      $0.pair { $0.length(0) }
    } computed: {
      $0.borderSpacing($1)
    }
    add(.captionSide, "caption-side", \.text.captionSideBottom, .inherited) {
      $0.captionSide()
    } computed: {
      $1 == .keyword(.bottom)
    }
    add(.emptyCells, "empty-cells", \.text.emptyCellsHidden, .inherited, keywords: [.show: false, .hide: true])
    add(
      .visibility, "visibility", \.text.visibility, .inherited,
      keywords: [.visible: .visible, .hidden: .hidden, .collapse: .collapse])
  }
}
