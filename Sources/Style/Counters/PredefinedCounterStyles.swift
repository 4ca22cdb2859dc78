/// The predefined counter styles (css-counter-styles-3 §6).
enum PredefinedCounterStyles {
  static let decimal = CounterStyle(.numeric, digits("0123456789"))

  static let table: [String: CounterStyle] = {
    var table: [String: CounterStyle] = ["decimal": decimal]
    table["decimal-leading-zero"] = CounterStyle(.numeric, digits("0123456789"), pad: (2, "0"))
    for (name, zero) in [
      ("arabic-indic", 0x660), ("persian", 0x6F0), ("devanagari", 0x966), ("bengali", 0x9E6), ("gurmukhi", 0xA66),
      ("gujarati", 0xAE6), ("oriya", 0xB66), ("tamil", 0xBE6), ("telugu", 0xC66), ("kannada", 0xCE6),
      ("malayalam", 0xD66),
      ("thai", 0xE50), ("lao", 0xED0), ("tibetan", 0xF20), ("myanmar", 0x1040), ("khmer", 0x17E0),
      ("mongolian", 0x1810),
    ] {
      table[name] = CounterStyle(.numeric, (0..<10).compactMap { Unicode.Scalar(zero + $0).map { String($0) } })
    }
    table["cambodian"] = table["khmer"]
    table["urdu"] = table["persian"]
    table["cjk-decimal"] = CounterStyle(.numeric, digits("〇一二三四五六七八九"), suffix: "、", ranges: [0...Int.max])
    for name in ["lower-alpha", "lower-latin"] {
      table[name] = CounterStyle(.alphabetic, digits("abcdefghijklmnopqrstuvwxyz"))
    }
    for name in ["upper-alpha", "upper-latin"] {
      table[name] = CounterStyle(.alphabetic, digits("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    }
    table["lower-greek"] = CounterStyle(.alphabetic, digits("αβγδεζηθικλμνξοπρστυφχψω"))
    table["hiragana"] = CounterStyle(
      .alphabetic, digits("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"), suffix: "、")
    table["hiragana-iroha"] = CounterStyle(
      .alphabetic, digits("いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"), suffix: "、")
    table["katakana"] = CounterStyle(
      .alphabetic, digits("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"), suffix: "、")
    table["katakana-iroha"] = CounterStyle(
      .alphabetic, digits("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"), suffix: "、")
    table["cjk-earthly-branch"] = CounterStyle(
      .fixed(first: 1), digits("子丑寅卯辰巳午未申酉戌亥"), suffix: "、", fallback: "cjk-decimal")
    table["cjk-heavenly-stem"] = CounterStyle(
      .fixed(first: 1), digits("甲乙丙丁戊己庚辛壬癸"), suffix: "、", fallback: "cjk-decimal")
    for (name, symbol) in [
      ("disc", "•"), ("circle", "◦"), ("square", "▪"), ("disclosure-open", "▾"), ("disclosure-closed", "▸"),
    ] {
      table[name] = CounterStyle(.cyclic, [symbol], suffix: " ")
    }
    table["upper-roman"] = additive(
      1...3999, "1000 M 900 CM 500 D 400 CD 100 C 90 XC 50 L 40 XL 10 X 9 IX 5 V 4 IV 1 I")
    table["lower-roman"] = additive(
      1...3999, "1000 m 900 cm 500 d 400 cd 100 c 90 xc 50 l 40 xl 10 x 9 ix 5 v 4 iv 1 i")
    for name in ["armenian", "upper-armenian"] {
      table[name] = letters(1...9999, [9000, 1000, 900, 100, 90, 10, 9, 1], "ՔՓՒՑՐՏՎՍՌ ՋՊՉՈՇՆՅՄՃ ՂՁՀԿԾԽԼԻԺ ԹԸԷԶԵԴԳԲԱ")
    }
    table["lower-armenian"] = letters(
      1...9999, [9000, 1000, 900, 100, 90, 10, 9, 1], "քփւցրտվսռ ջպչոշնյմճ ղձհկծխլիժ թըէզեդգբա")
    table["georgian"] = additive(
      1...19999,
      """
      10000 ჵ 9000 ჰ 8000 ჯ 7000 ჴ 6000 ხ 5000 ჭ 4000 წ 3000 ძ 2000 ც 1000 ჩ 900 შ 800 ყ 700 ღ 600 ქ 500 ფ 400 ჳ 300 ტ \
      200 ს 100 რ 90 ჟ 80 პ 70 ო 60 ჲ 50 ნ 40 მ 30 ლ 20 კ 10 ი 9 თ 8 ჱ 7 ზ 6 ვ 5 ე 4 დ 3 გ 2 ბ 1 ა
      """)
    table["hebrew"] = additive(
      1...10999,
      """
      10000 י׳ 9000 ט׳ 8000 ח׳ 7000 ז׳ 6000 ו׳ 5000 ה׳ 4000 ד׳ 3000 ג׳ 2000 ב׳ 1000 א׳ 400 ת 300 ש 200 ר 100 ק 90 צ 80 פ \
      70 ע 60 ס 50 נ 40 מ 30 ל 20 כ 19 יט 18 יח 17 יז 16 טז 15 טו 10 י 9 ט 8 ח 7 ז 6 ו 5 ה 4 ד 3 ג 2 ב 1 א
      """)
    for (name, symbols) in korean {
      table[name] = additive(-9999...9999, symbols, suffix: ", ")
      table[name]?.negative = ("마이너스 ", "")
      table[name]?.fallback = "cjk-decimal"
    }
    for (name, symbols) in japanese {
      table[name] = additive(-9999...9999, symbols, suffix: "、")
      table[name]?.negative = ("マイナス", "")
      table[name]?.fallback = "cjk-decimal"
    }
    for name in ChineseNumbers.names {
      table[name] = CounterStyle(
        .numeric, digits("〇一二三四五六七八九"), suffix: "、", ranges: [-9999...9999], fallback: "cjk-decimal")
    }
    table["ethiopic-numeric"] = CounterStyle(.numeric, digits("0123456789"), suffix: "/ ")
    return table
  }()

  /// Predefined styles that no `system` of `@counter-style` can express.
  static func isSpecial(_ name: String) -> Bool {
    ChineseNumbers.names.contains(name) || name == "ethiopic-numeric" || name == "none"
  }

  static func special(_ name: String, _ value: Int) -> String? {
    if ChineseNumbers.names.contains(name) { return ChineseNumbers.text(value, name) }
    return name == "ethiopic-numeric" ? EthiopicNumbers.text(value) : nil
  }

  private static func digits(_ text: String) -> [String] { text.map { String($0) } }

  /// Creates an additive style from alternating weights and symbols.
  private static func additive(_ range: ClosedRange<Int>, _ text: String, suffix: String? = nil) -> CounterStyle {
    let words = text.split(whereSeparator: \.isWhitespace)
    let tuples = stride(from: 0, to: words.count - 1, by: 2).map { index in
      (weight: Int(words[index]) ?? 0, symbol: String(words[index + 1]))
    }
    return CounterStyle(.additive(tuples), suffix: suffix, ranges: [range])
  }

  /// Creates an additive style from nine letters for each power of ten, the largest power first.
  private static func letters(_ range: ClosedRange<Int>, _ bounds: [Int], _ text: String) -> CounterStyle {
    var tuples: [(weight: Int, symbol: String)] = []
    for (index, group) in text.split(separator: " ").enumerated() where index * 2 + 1 < bounds.count {
      for (offset, letter) in group.enumerated() {
        tuples.append((bounds[index * 2] - offset * bounds[index * 2 + 1], String(letter)))
      }
    }
    return CounterStyle(.additive(tuples), ranges: [range])
  }

  private static let korean = [
    (
      "korean-hangul-formal",
      """
      9000 구천 8000 팔천 7000 칠천 6000 육천 5000 오천 4000 사천 3000 삼천 2000 이천 1000 일천 900 구백 800 팔백 700 칠백 600 육백 500 오백 \
      400 사백 300 삼백 200 이백 100 일백 90 구십 80 팔십 70 칠십 60 육십 50 오십 40 사십 30 삼십 20 이십 10 일십 9 구 8 팔 7 칠 6 육 5 오 \
      4 사 3 삼 2 이 1 일 0 영
      """
    ),
    (
      "korean-hanja-informal",
      """
      9000 九千 8000 八千 7000 七千 6000 六千 5000 五千 4000 四千 3000 三千 2000 二千 1000 千 900 九百 800 八百 700 七百 600 六百 500 五百 \
      400 四百 300 三百 200 二百 100 百 90 九十 80 八十 70 七十 60 六十 50 五十 40 四十 30 三十 20 二十 10 十 9 九 8 八 7 七 6 六 5 五 4 四 \
      3 三 2 二 1 一 0 零
      """
    ),
    (
      "korean-hanja-formal",
      """
      9000 九仟 8000 八仟 7000 七仟 6000 六仟 5000 五仟 4000 四仟 3000 參仟 2000 貳仟 1000 壹仟 900 九百 800 八百 700 七百 600 六百 500 五百 \
      400 四百 300 參百 200 貳百 100 壹百 90 九拾 80 八拾 70 七拾 60 六拾 50 五拾 40 四拾 30 參拾 20 貳拾 10 壹拾 9 九 8 八 7 七 6 六 5 五 \
      4 四 3 參 2 貳 1 壹 0 零
      """
    ),
  ]

  private static let japanese = [
    (
      "japanese-informal",
      """
      9000 九千 8000 八千 7000 七千 6000 六千 5000 五千 4000 四千 3000 三千 2000 二千 1000 千 900 九百 800 八百 700 七百 600 六百 500 五百 \
      400 四百 300 三百 200 二百 100 百 90 九十 80 八十 70 七十 60 六十 50 五十 40 四十 30 三十 20 二十 10 十 9 九 8 八 7 七 6 六 5 五 4 四 \
      3 三 2 二 1 一 0 〇
      """
    ),
    (
      "japanese-formal",
      """
      9000 九阡 8000 八阡 7000 七阡 6000 六阡 5000 伍阡 4000 四阡 3000 参阡 2000 弐阡 1000 壱阡 900 九百 800 八百 700 七百 600 六百 500 伍百 \
      400 四百 300 参百 200 弐百 100 壱百 90 九拾 80 八拾 70 七拾 60 六拾 50 伍拾 40 四拾 30 参拾 20 弐拾 10 壱拾 9 九 8 八 7 七 6 六 5 伍 \
      4 四 3 参 2 弐 1 壱 0 零
      """
    ),
  ]
}

/// The Chinese longhand styles (css-counter-styles-3 §7.1.2).
enum ChineseNumbers {
  static let names: Set<String> = [
    "simp-chinese-informal", "simp-chinese-formal", "trad-chinese-informal", "trad-chinese-formal", "cjk-ideographic",
  ]

  /// Returns nil outside ±9999.
  static func text(_ value: Int, _ name: String) -> String? {
    guard (-9999...9999).contains(value) else { return nil }
    let isFormal = name.hasSuffix("-formal")
    let isSimplified = name.hasPrefix("simp")
    let digits = Array(!isFormal ? "零一二三四五六七八九" : isSimplified ? "零壹贰叁肆伍陆柒捌玖" : "零壹貳參肆伍陸柒捌玖")
    let units = isFormal ? ["", "拾", "佰", "仟"] : ["", "十", "百", "千"]
    if value == 0 { return String(digits[0]) }
    let sign = value < 0 ? (isSimplified ? "负" : "負") : ""
    var result = ""
    var needsZero = false
    let places = Array(String(abs(value)).compactMap(\.wholeNumberValue))
    for (index, digit) in places.enumerated() {
      let unit = places.count - 1 - index
      if digit == 0 {
        needsZero = !result.isEmpty
        continue
      }
      if needsZero { result.append(digits[0]) }
      needsZero = false
      // The informal styles write 10 to 19 without the digit one before the ten.
      if !(digit == 1 && unit == 1 && places.count == 2 && !isFormal) { result.append(digits[digit]) }
      result += units[unit]
    }
    return sign + result
  }
}

/// `ethiopic-numeric` (css-counter-styles-3 §7.2).
enum EthiopicNumbers {
  static func text(_ value: Int) -> String? {
    guard value >= 1 else { return nil }
    if value == 1 { return "፩" }
    let ones = ["", "፩", "፪", "፫", "፬", "፭", "፮", "፯", "፰", "፱"]
    let tens = ["", "፲", "፳", "፴", "፵", "፶", "፷", "፸", "፹", "፺"]
    var groups: [Int] = []
    var rest = value
    while rest > 0 {
      groups.append(rest % 100)
      rest /= 100
    }
    var result = ""
    for index in groups.indices.reversed() {
      let group = groups[index]
      let isOdd = index % 2 == 1
      let isFirst = index == groups.count - 1
      if !(group == 0 || (isFirst && group == 1) || (isOdd && group == 1)) {
        result += tens[group / 10] + ones[group % 10]
      }
      if isOdd { if group != 0 { result += "፻" } } else if index != 0 { result += "፼" }
    }
    return result
  }
}
