/// Random inline SVG: shapes, text, references to and among definitions, odd numbers and transforms.
struct RandomDrawing {
  /// The content of an `svg` element, with the definitions to which random styles refer.
  static func content(_ random: inout SplitMix) -> String {
    var drawing = ""
    if random.once(in: 2) { drawing += definitions(&random) }
    for _ in 0..<random.below(6) { drawing += element(&random, depth: 0) }
    return drawing
  }

  /// Attributes of an `svg` element.
  static func attributes(_ random: inout SplitMix) -> String {
    var attributes = ""
    if random.once(in: 2) {
      attributes += " viewBox='\(random.pick(["0 0 20 10", "0 0 0 0", "-5 -5 1e9 1", "0 0 100", "x", "0 0 -1 9"]))'"
    }
    if random.once(in: 4) {
      attributes += " preserveAspectRatio='\(random.pick(["none", "xMinYMax slice", "xMidYMid meet", "slice"]))'"
    }
    return attributes
  }

  private static func definitions(_ random: inout SplitMix) -> String {
    let stops = "<stop offset=\(number(&random)) stop-color=red /><stop offset='\(number(&random))%' />"
    return """
      <defs><linearGradient id=g href='#\(random.pick(["g", "h", "none"]))' x1=\(number(&random))>\(stops)</linearGradient>
      <radialGradient id=h fr=\(number(&random)) r=\(number(&random)) spreadMethod=reflect>\(stops)</radialGradient>
      <mask id=m maskContentUnits=\(units(&random))>\(element(&random, depth: 2))</mask>
      <clipPath id=c clipPathUnits=\(units(&random))>\(element(&random, depth: 2))</clipPath>
      <pattern id=p width=\(number(&random)) height=\(number(&random))>\(element(&random, depth: 2))</pattern>
      <marker id=i orient=auto>\(element(&random, depth: 2))</marker>
      <filter id=f><feGaussianBlur stdDeviation=\(number(&random)) /><feOffset dx=\(number(&random)) />
      <feColorMatrix type=hueRotate values=\(number(&random)) /></filter>
      <symbol id=s viewBox='0 0 9 9'>\(element(&random, depth: 2))</symbol></defs>
      """
  }

  private static func element(_ random: inout SplitMix, depth: Int) -> String {
    let name = random.pick([
      "rect", "circle", "ellipse", "line", "path", "polyline", "polygon", "text", "g", "use", "image", "svg", "a",
      "foreignObject", "switch", "textPath", "title",
    ])
    var drawing = "<\(name)"
    for _ in 0..<random.below(6) { drawing += " " + attribute(&random) }
    drawing += ">"
    if ["g", "svg", "text", "a", "switch", "foreignObject"].contains(name), depth < 4 {
      for _ in 0..<random.below(4) { drawing += element(&random, depth: depth + 1) }
      if name == "text" || random.once(in: 6) {
        drawing +=
          "<tspan x='\(number(&random)) 3 5' \(attribute(&random))>" + RandomText.words(&random, atMost: 3) + "</tspan>"
      }
    }
    return drawing + "</\(name)>"
  }

  private static func attribute(_ random: inout SplitMix) -> String {
    switch random.below(9) {
    case 0: return "d='\(path(&random))'"
    case 1: return "points='\(number(&random)),\(number(&random)) 3 4 \(number(&random))'"
    case 2: return "href='#\(random.pick(["s", "i", "g", "p", "none"]))'"
    case 3:
      return
        "\(random.pick(["fill", "stroke"]))='\(random.pick(["red", "none", "url(#g)", "url(#p)", "url(#x) blue"]))'"
    case 4:
      return "\(random.pick(["mask=url(#m)", "clip-path=url(#c)", "filter=url(#f)", "marker-mid=url(#i)", "id=s"]))"
    case 5:
      return
        "transform='\(random.pick(["rotate(30)", "scale(0)", "matrix(1 2 3 4 5 6)", "translate(\(number(&random)))", "skewX(90)"]))'"
    case 6: return "style='\(RandomStylesheet.declarations(&random, atMost: 2).replacing("'", with: ""))'"
    case 7: return "stroke-width=\(number(&random)) stroke-dasharray='\(number(&random)) \(number(&random))'"
    default:
      let name = random.pick([
        "x", "y", "width", "height", "r", "rx", "cx", "x2", "dx", "textLength", "opacity", "rotate",
      ])
      return "\(name)=\(number(&random))"
    }
  }

  private static func path(_ random: inout SplitMix) -> String {
    var path = "M\(number(&random)) \(number(&random))"
    for _ in 0..<random.below(8) {
      path += random.pick(["L", "l", "H", "v", "C", "s", "Q", "t", "A", "a", "Z", "z", "m", "X"])
      for _ in 0..<random.pick([1, 2, 4, 6, 7]) { path += " \(number(&random))" }
    }
    return path
  }

  private static func units(_ random: inout SplitMix) -> String {
    random.pick(["userSpaceOnUse", "objectBoundingBox"])
  }

  private static func number(_ random: inout SplitMix) -> String {
    random.once(in: 3)
      ? random.pick(["0", "-1", "0.5", "1e9", "-1e30", "50%", "2em", "x", "1e-9", "NaN"]) : "\(random.below(40))"
  }
}
