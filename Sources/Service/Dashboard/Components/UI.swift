import FoundationEssentials
import JobQueue
import Web

extension Dashboard {
  /// Small parts of pages.
  enum UI {
    enum Tone: String {
      case good, bad, busy, idle, warn, error, info
    }

    /// A message above the content.
    static func message(_ text: String, _ tone: Tone) -> HTML {
      "<p class=\"message \(tone.rawValue)\" id=\"message\" role=\"\(tone == .error ? "alert" : "status")\">\(text)</p>"
    }

    /// The field that proves that a form is one of the visitor's session.
    static func key(_ visitor: Visitor) -> HTML {
      "<input type=\"hidden\" name=\"form_key\" value=\"\(visitor.formKey)\">"
    }

    /// A form with one button.
    static func button(
      _ label: String, _ address: String, _ visitor: Visitor, fields: [(String, String)] = [], style: String = "",
      hint: String? = nil
    ) -> HTML {
      let hidden: [HTML] = fields.map { "<input type=\"hidden\" name=\"\($0)\" value=\"\($1)\">" }
      // The title is only a description: without the label, all buttons of a list would have the same name.
      let title: HTML? = hint.map { " title=\"\($0)\" aria-label=\"\($0)\"" }
      return """
        <form method="post" action="\(address)" class="inline">\(key(visitor))\(hidden)\
        <button class="\(style)"\(title)>\(label)</button></form>
        """
    }

    static func badge(_ text: String, _ tone: Tone) -> HTML { "<span class=\"badge \(tone.rawValue)\">\(text)</span>" }

    static func badge(_ state: JobState, cancelRequested: Bool = false) -> HTML {
      if state == .running, cancelRequested { return badge("cancelling", .warn) }
      let tone: Tone =
        switch state {
        case .completed: .good
        case .discarded: .bad
        case .running: .busy
        case .retryable: .warn
        case .available: .info
        case .scheduled, .cancelled: .idle
        }
      return badge(state.rawValue, tone)
    }

    /// A table with a caption for screen readers. On narrow screens each row is a block, in which every cell has its
    /// heading.
    /// - Parameter rows: the cells of each row; a heading that begins with `#` is that of numbers.
    static func table(_ caption: String, _ headings: [String], _ rows: [[HTML]], empty: String) -> HTML {
      guard !rows.isEmpty else { return "<p class=\"empty\">\(empty)</p>" }
      let names = headings.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
      let numeric = headings.map { $0.hasPrefix("#") ? HTML(trusted: " class=\"number\"") : nil }
      let head = zip(names, numeric).map { name, number -> HTML in "<th scope=\"col\"\(number)>\(name)</th>" }
      let body = rows.map { cells -> HTML in
        let cells = cells.indices.map { index -> HTML in
          "<td\(numeric[index]) data-label=\"\(names[index])\">\(cells[index])</td>"
        }
        return "<tr>\(cells)</tr>\n"
      }
      return """
        <div class="table"><table><caption class="unseen">\(caption)</caption>
        <thead><tr>\(head)</tr></thead><tbody>
        \(body)</tbody></table></div>
        """
    }

    /// Names with values.
    static func facts(_ facts: [(String, HTML?)]) -> HTML {
      let rows = facts.compactMap { name, value -> HTML? in
        value.map { "<div><dt>\(name)</dt><dd>\($0)</dd></div>" }
      }
      return "<dl class=\"facts\">\(rows)</dl>"
    }

    static func link(_ text: String, _ address: String) -> HTML { "<a href=\"\(address)\">\(text)</a>" }

    static func code(_ text: String) -> HTML { "<code>\(text)</code>" }

    static func job(_ id: JobID) -> HTML { link(String(id.rawValue), "/jobs/\(id)") }

    /// Escaped text, or a dash for nothing.
    static func text(_ text: String?) -> HTML { text.map { HTML(escaping: $0) } ?? none }

    static func number(_ value: Int?) -> HTML { text(value.map(Format.count)) }

    static let none = HTML(trusted: "<span class=\"none\">–</span>")

    /// A time as its distance from now, with the time itself as a title.
    static func time(_ date: Date?, now: Date = .now) -> HTML {
      guard let date else { return none }
      return """
        <time datetime="\(date.formatted(.iso8601))" title="\(Format.time(date))">\(Format.distance(date, now))</time>
        """
    }

    /// A labelled field.
    static func field(
      _ label: String, _ name: String, value: String? = nil, type: String = "text", suggest: String? = nil,
      hint: String? = nil, prefix: String = ""
    ) -> HTML {
      let id = "\(prefix)\(name)"
      let suggestions: HTML? = suggest.map { " list=\"\(id)-list\" data-suggest=\"\($0)\" autocomplete=\"off\"" }
      let list: HTML? = suggest.map { _ in "<datalist id=\"\(id)-list\"></datalist>" }
      let described: HTML? = hint.map { _ in " aria-describedby=\"\(id)-hint\"" }
      let note: HTML? = hint.map { "<span class=\"hint\" id=\"\(id)-hint\">\($0)</span>" }
      return """
        <div class="field"><label for="\(id)">\(label)</label>\
        <input id="\(id)" name="\(name)" type="\(type)" value="\(value ?? "")"\(suggestions)\(described)>\(list)\(note)</div>
        """
    }

    static func select(
      _ label: String, _ name: String, _ choices: [(value: String, text: String)], selected: String?,
      prefix: String = ""
    ) -> HTML {
      let options = choices.map { choice -> HTML in
        let mark = choice.value == selected ? HTML(trusted: " selected") : nil
        return "<option value=\"\(choice.value)\"\(mark)>\(choice.text)</option>"
      }
      return """
        <div class="field"><label for="\(prefix)\(name)">\(label)</label>\
        <select id="\(prefix)\(name)" name="\(name)">\(options)</select></div>
        """
    }
  }
}

extension HTML.StringInterpolation {
  mutating func appendInterpolation(_ id: JobID) { appendInterpolation(id.rawValue) }
}
