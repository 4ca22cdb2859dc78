/// Metrics in Prometheus' text exposition format, version 0.0.4.
package enum PrometheusText {
  package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// The families in the given order, each with its help, type and samples. A family without samples is left out.
  package static func text(_ families: [MetricFamily]) -> String {
    var text = ""
    for family in families where !family.samples.isEmpty {
      text += "# HELP \(family.name) "
      text.append(family.help, escaping: ["\\", "\n"])
      text += "\n# TYPE \(family.name) \(family.kind.rawValue)\n"
      for sample in family.samples { text.append(sample, of: family) }
    }
    return text
  }

  /// A number as Go's `ParseFloat` reads it.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

extension String {
  fileprivate mutating func append(_ sample: MetricSample, of family: MetricFamily) {
    self += family.name + sample.suffix
    for (index, label) in sample.labels.enumerated() {
      self += (index == 0 ? "{" : ",") + label.name + "=\""
      append(label.value, escaping: ["\\", "\n", "\""])
      self += "\""
    }
    self += (sample.labels.isEmpty ? " " : "} ") + PrometheusText.number(sample.value) + "\n"
  }

  fileprivate mutating func append(_ text: String, escaping escaped: Set<Unicode.Scalar>) {
    for scalar in text.unicodeScalars {
      if escaped.contains(scalar) { self += "\\" }
      if scalar == "\n" { self += "n" } else { unicodeScalars.append(scalar) }
    }
  }
}
