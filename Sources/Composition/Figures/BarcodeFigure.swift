import CZint
import Diagnostics

/// A barcode as vectors, by libzint. Sizes and quiet zones follow the symbology's standard.
enum BarcodeFigure {
  enum Symbology: String, CaseIterable {
    case code128, ean13, qr, datamatrix

    var code: Int32 {
      switch self {
      case .code128: BARCODE_CODE128
      case .ean13: BARCODE_EANX
      case .qr: BARCODE_QRCODE
      case .datamatrix: BARCODE_DATAMATRIX
      }
    }

    var isLinear: Bool { self == .code128 || self == .ean13 }

    /// The width of a module in px if the element sets no width: 0.33 mm, the nominal width of EAN-13, and 0.5 mm.
    var module: Double { (isLinear ? 0.33 : 0.5) * 96 / 25.4 }

    var title: String {
      switch self {
      case .code128: "Code 128"
      case .ean13: "EAN-13"
      case .qr: "QR code"
      case .datamatrix: "Data Matrix"
      }
    }
  }

  /// - Throws: `FigureError` for a value that the symbology cannot encode.
  static func markup(_ figure: FigureElement) throws -> String {
    try figure.allow(only: ["type", "value", "width", "height", "text"])
    let known = Symbology.allCases.map(\.rawValue).joined(separator: ", ")
    guard let type = figure.attribute("type") else { throw FigureError("there is no type; expected one of \(known)") }
    guard let symbology = Symbology(rawValue: type.lowercased()) else {
      throw FigureError("unknown type \(Quotation.of(type)); expected one of \(known)")
    }
    guard let value = figure.attribute("value") else { throw FigureError("there is no value") }
    if symbology == .ean13 { try checkEAN(value) }
    let width = try figure.length("width", in: 20...4000)
    let height = try figure.length("height", in: 10...2000)
    if height != nil, !symbology.isLinear { throw FigureError("height is of linear barcodes only; set the width") }
    let showsText = try flag(figure, "text") ?? symbology.isLinear
    let drawing = try ZintDrawing(value, symbology, height: height ?? 60, showsText: showsText)
    let label = figure.attribute("alt") ?? "\(symbology.title): \(value)"
    // libzint draws a module two units wide.
    let natural = drawing.width / 2 * symbology.module
    let svg = SVGWriter.document(
      drawing.svg, width: drawing.width, height: drawing.height,
      cssWidth: SVGWriter.number(width ?? natural) + "px", display: "inline-block; vertical-align: middle", label: label
    )
    return "<span\(figure.globalAttributes(adding: "pressrun-barcode"))>\(svg)</span>"
  }

  private static func flag(_ figure: FigureElement, _ name: String) throws -> Bool? {
    guard let text = figure.attribute(name) else { return nil }
    guard text == "show" || text == "hide" else { throw FigureError("\(name): expected show or hide") }
    return text == "show"
  }

  /// Twelve digits, or thirteen with the check digit (GS1 General Specifications 7.9.1).
  private static func checkEAN(_ value: String) throws {
    let digits = value.utf8.map { Int($0) - 48 }
    guard digits.allSatisfy((0...9).contains), digits.count == 12 || digits.count == 13 else {
      throw FigureError("an EAN-13 has 12 digits, and a check digit that may be omitted; found \(Quotation.of(value))")
    }
    let sum = digits.prefix(12).enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    let check = (10 - sum % 10) % 10
    if digits.count == 13, digits[12] != check {
      throw FigureError("the check digit of \(Quotation.of(value)) is \(digits[12]), but should be \(check)")
    }
  }
}

/// A barcode as libzint draws it.
private struct ZintDrawing {
  private(set) var svg = SVGWriter()
  let width, height: Double

  /// Larger values than any symbology can encode.
  private static let maximumBytes = 8000

  /// - Parameter height: of the bars of linear symbologies, px at the natural width.
  init(_ value: String, _ symbology: BarcodeFigure.Symbology, height: Double, showsText: Bool) throws {
    guard value.utf8.count <= Self.maximumBytes else {
      throw FigureError("the value has \(value.utf8.count) bytes; the limit is \(Self.maximumBytes)")
    }
    guard !value.utf8.contains(0) else { throw FigureError("the value contains a NUL character") }
    // The height is in modules. Option 1 of QR codes is the level of error correction (M), option 3 of Data Matrix the
    // shape.
    let modules = symbology.isLinear ? Float(height / symbology.module) : 0
    let symbol = pressrun_zint_create(
      symbology.code, symbology == .qr ? 2 : 0, symbology == .datamatrix ? DM_SQUARE : 0, modules, showsText ? 1 : 0)
    guard let symbol else { throw FigureError("out of memory") }
    defer { ZBarcode_Delete(symbol) }
    let bytes = Array(value.utf8)
    let result = ZBarcode_Encode_and_Buffer_Vector(symbol, bytes, Int32(bytes.count), 0)
    guard result < ZINT_ERROR, let vector = pressrun_zint_vector(symbol) else {
      throw FigureError(
        "the value \(Quotation.of(value)) cannot be encoded: \(Self.reason(String(cString: pressrun_zint_message(symbol))))"
      )
    }
    width = Double(vector.pointee.width)
    self.height = Double(vector.pointee.height)
    draw(vector)
  }

  /// The font sizes of libzint are for OCR-B, whose digits are lower than the digits of other fonts.
  private static let fontScale = 0.85

  private mutating func draw(_ vector: UnsafePointer<zint_vector>) {
    let number = SVGWriter.number
    // The quiet zone must be white on any background.
    svg.element("rect", [("width", number(width)), ("height", number(height)), ("fill", "#fff")])
    var path = ""
    var rectangle = vector.pointee.rectangles
    while let current = rectangle?.pointee {
      let (x, y) = (number(Double(current.x)), number(Double(current.y)))
      let (width, height) = (number(Double(current.width)), number(Double(current.height)))
      path += "M\(x) \(y)h\(width)v\(height)h-\(width)z"
      rectangle = current.next
    }
    svg.element("path", [("d", path), ("fill", "#000")])
    var string = vector.pointee.strings
    while let current = string?.pointee {
      if let text = current.text {
        let anchor = [0: "middle", 1: "start", 2: "end"][current.halign] ?? "middle"
        svg.element(
          "text",
          [
            ("x", number(Double(current.x))), ("y", number(Double(current.y))),
            ("font-size", number(Double(current.fsize) * Self.fontScale)),
            ("text-anchor", anchor), ("font-family", "Liberation Sans, Arial, sans-serif"), ("fill", "#000"),
          ], content: String(cString: text))
      }
      string = current.next
    }
  }

  /// The text after the number of the error: `Error 346: Too much data …`.
  private static func reason(_ message: String) -> String {
    message.split(separator: ":", maxSplits: 1).last.map { String($0.trimmingPrefix(" ")) } ?? message
  }
}
