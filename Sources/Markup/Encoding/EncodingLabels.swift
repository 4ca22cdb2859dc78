/// The legacy encodings of the Encoding Standard (§4.2) that the C library decodes.
///
/// Those of the `replacement` encoding are left out: their bytes can be read in different ways, so no program should.
enum EncodingLabels {
  /// The name of the encoding that has a label in lower case.
  static func name(of label: String) -> String? { names[label] }

  /// The name of an encoding in iconv.
  static func iconvName(of name: String) -> String? { iconvNames[name] }

  private static let names: [String: String] = encodings.reduce(into: [:]) { names, encoding in
    for label in encoding.labels.split(separator: " ") { names[String(label)] = encoding.name }
  }

  private static let iconvNames: [String: String] = encodings.reduce(into: [:]) { $0[$1.name] = $1.iconv }

  private static let encodings: [(name: String, iconv: String, labels: String)] = [
    ("ibm866", "IBM866", "866 cp866 csibm866 ibm866"),
    ("iso-8859-2", "ISO-8859-2", iso(2, year: 1987, "csisolatin2 iso-ir-101 l2 latin2")),
    ("iso-8859-3", "ISO-8859-3", iso(3, year: 1988, "csisolatin3 iso-ir-109 l3 latin3")),
    ("iso-8859-4", "ISO-8859-4", iso(4, year: 1988, "csisolatin4 iso-ir-110 l4 latin4")),
    ("iso-8859-5", "ISO-8859-5", iso(5, year: 1988, "csisolatincyrillic cyrillic iso-ir-144")),
    (
      "iso-8859-6", "ISO-8859-6",
      iso(
        6, year: 1987,
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127")
    ),
    (
      "iso-8859-7", "ISO-8859-7",
      iso(7, year: 1987, "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 sun_eu_greek")
    ),
    (
      "iso-8859-8", "ISO-8859-8",
      iso(8, year: 1988, "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 visual")
    ),
    ("iso-8859-8-i", "ISO-8859-8", "csiso88598i iso-8859-8-i logical"),
    ("iso-8859-10", "ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("iso-8859-13", "ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("iso-8859-14", "ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("iso-8859-15", "ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    ("iso-8859-16", "ISO-8859-16", "iso-8859-16"),
    ("koi8-r", "KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("koi8-u", "KOI8-U", "koi8-ru koi8-u"),
    ("macintosh", "MACINTOSH", "csmacintosh mac macintosh x-mac-roman"),
    ("windows-874", "CP874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("windows-1250", "CP1250", windows(1250)), ("windows-1251", "CP1251", windows(1251)),
    ("windows-1253", "CP1253", windows(1253)),
    ("windows-1254", "CP1254", windows(1254) + " " + iso(9, year: 1989, "csisolatin5 iso-ir-148 l5 latin5")),
    ("windows-1255", "CP1255", windows(1255)), ("windows-1256", "CP1256", windows(1256)),
    ("windows-1257", "CP1257", windows(1257)), ("windows-1258", "CP1258", windows(1258)),
    ("x-mac-cyrillic", "MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
    ("gb18030", "GB18030", "gb18030"),
    ("gbk", "GB18030", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
    ("big5", "BIG5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("euc-jp", "EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ("iso-2022-jp", "ISO-2022-JP", "csiso2022jp iso-2022-jp"),
    ("shift_jis", "CP932", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    (
      "euc-kr", "CP949",
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
    ),
  ]

  private static func iso(_ part: Int, year: Int, _ others: String) -> String {
    "iso-8859-\(part) iso8859-\(part) iso8859\(part) iso_8859-\(part) iso_8859-\(part):\(year) \(others)"
  }

  private static func windows(_ page: Int) -> String { "windows-\(page) cp\(page) x-cp\(page)" }
}
