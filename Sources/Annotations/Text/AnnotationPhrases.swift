/// Descriptions of annotations without text in one language, which screen readers read (`/Contents`).
struct AnnotationPhrases {
  let note, link, textBox, line, rectangle, ellipse, polygon, polyline: String
  let highlightedText, underlinedText, squigglyText, struckOutText: String
  /// Contains `%` where the name of the stamp is inserted.
  let stampPattern: String
  let insertionMark, drawing: String
  /// Contains `%` where the number of the page is inserted.
  let pagePattern: String

  func stamp(_ name: String) -> String { Self.fill(stampPattern, name) }
  func page(_ number: Int) -> String { Self.fill(pagePattern, "\(number)") }

  private static func fill(_ phrase: String, _ value: String) -> String {
    phrase.split(separator: "%", omittingEmptySubsequences: false).joined(separator: value)
  }

  /// The phrases of a language, or English ones.
  /// - Parameter tag: BCP 47, such as `de-CH`.
  static func of(language tag: String) -> AnnotationPhrases {
    let parts = tag.lowercased().split(separator: "-").map(String.init)
    let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return languages[parts.first == "zh" && !isTraditional ? "zh-hans" : parts.first ?? ""] ?? english
  }

  /// The languages of the templates in `Jobs`.
  static let all: [AnnotationPhrases] = [english] + Array(languages.values)

  private static let english = AnnotationPhrases(
    note: "Note", link: "Link", textBox: "Text box", line: "Line", rectangle: "Rectangle", ellipse: "Ellipse",
    polygon: "Polygon", polyline: "Polyline", highlightedText: "Highlighted text", underlinedText: "Underlined text",
    squigglyText: "Text with a wavy underline", struckOutText: "Struck out text", stampPattern: "Stamp: %",
    insertionMark: "Insertion mark", drawing: "Drawing by hand", pagePattern: "Page %")

  private static let languages: [String: AnnotationPhrases] = [
    "ar": AnnotationPhrases(
      note: "ملاحظة", link: "رابط", textBox: "مربع نص", line: "خط", rectangle: "مستطيل", ellipse: "شكل بيضوي",
      polygon: "مضلع", polyline: "خط متعدد الأجزاء", highlightedText: "نص مميز", underlinedText: "نص تحته خط",
      squigglyText: "نص تحته خط متموج", struckOutText: "نص يتوسطه خط", stampPattern: "ختم: %",
      insertionMark: "علامة إدراج",
      drawing: "رسم يدوي", pagePattern: "الصفحة %"),
    "de": AnnotationPhrases(
      note: "Notiz", link: "Link", textBox: "Textfeld", line: "Linie", rectangle: "Rechteck", ellipse: "Ellipse",
      polygon: "Polygon", polyline: "Linienzug", highlightedText: "Hervorgehobener Text",
      underlinedText: "Unterstrichener Text", squigglyText: "Text mit Wellenlinie",
      struckOutText: "Durchgestrichener Text", stampPattern: "Stempel: %", insertionMark: "Einfügemarke",
      drawing: "Handzeichnung", pagePattern: "Seite %"),
    "es": AnnotationPhrases(
      note: "Nota", link: "Enlace", textBox: "Cuadro de texto", line: "Línea", rectangle: "Rectángulo",
      ellipse: "Elipse", polygon: "Polígono", polyline: "Línea poligonal", highlightedText: "Texto resaltado",
      underlinedText: "Texto subrayado", squigglyText: "Texto con subrayado ondulado", struckOutText: "Texto tachado",
      stampPattern: "Sello: %", insertionMark: "Marca de inserción", drawing: "Dibujo a mano alzada",
      pagePattern: "Página %"),
    "fr": AnnotationPhrases(
      note: "Note", link: "Lien", textBox: "Zone de texte", line: "Ligne", rectangle: "Rectangle", ellipse: "Ellipse",
      polygon: "Polygone", polyline: "Ligne brisée", highlightedText: "Texte surligné",
      underlinedText: "Texte souligné", squigglyText: "Texte souligné d’un trait ondulé",
      struckOutText: "Texte barré", stampPattern: "Tampon : %", insertionMark: "Marque d’insertion",
      drawing: "Dessin à main levée", pagePattern: "Page %"),
    "it": AnnotationPhrases(
      note: "Nota", link: "Collegamento", textBox: "Casella di testo", line: "Linea", rectangle: "Rettangolo",
      ellipse: "Ellisse", polygon: "Poligono", polyline: "Linea spezzata", highlightedText: "Testo evidenziato",
      underlinedText: "Testo sottolineato", squigglyText: "Testo con sottolineatura ondulata",
      struckOutText: "Testo barrato", stampPattern: "Timbro: %", insertionMark: "Segno di inserimento",
      drawing: "Disegno a mano libera", pagePattern: "Pagina %"),
    "ja": AnnotationPhrases(
      note: "注釈", link: "リンク", textBox: "テキストボックス", line: "直線", rectangle: "長方形", ellipse: "楕円", polygon: "多角形",
      polyline: "折れ線", highlightedText: "ハイライトされたテキスト", underlinedText: "下線付きのテキスト", squigglyText: "波線付きのテキスト",
      struckOutText: "取り消し線付きのテキスト", stampPattern: "スタンプ：%", insertionMark: "挿入記号", drawing: "手書きの描画",
      pagePattern: "%ページ"),
    "nl": AnnotationPhrases(
      note: "Notitie", link: "Koppeling", textBox: "Tekstvak", line: "Lijn", rectangle: "Rechthoek",
      ellipse: "Ellips", polygon: "Veelhoek", polyline: "Veelhoekige lijn", highlightedText: "Gemarkeerde tekst",
      underlinedText: "Onderstreepte tekst", squigglyText: "Tekst met golvende onderstreping",
      struckOutText: "Doorgehaalde tekst", stampPattern: "Stempel: %", insertionMark: "Invoegteken",
      drawing: "Tekening uit de vrije hand", pagePattern: "Pagina %"),
    "pl": AnnotationPhrases(
      note: "Notatka", link: "Odnośnik", textBox: "Pole tekstowe", line: "Linia", rectangle: "Prostokąt",
      ellipse: "Elipsa", polygon: "Wielokąt", polyline: "Linia łamana", highlightedText: "Wyróżniony tekst",
      underlinedText: "Podkreślony tekst", squigglyText: "Tekst podkreślony linią falistą",
      struckOutText: "Przekreślony tekst", stampPattern: "Pieczątka: %", insertionMark: "Znak wstawienia",
      drawing: "Rysunek odręczny", pagePattern: "Strona %"),
    "zh-hans": AnnotationPhrases(
      note: "注释", link: "链接", textBox: "文本框", line: "直线", rectangle: "矩形", ellipse: "椭圆", polygon: "多边形",
      polyline: "折线", highlightedText: "突出显示的文本", underlinedText: "带下划线的文本", squigglyText: "带波浪线的文本",
      struckOutText: "带删除线的文本", stampPattern: "图章：%", insertionMark: "插入标记", drawing: "手绘图形", pagePattern: "第 % 页"),
  ]
}
