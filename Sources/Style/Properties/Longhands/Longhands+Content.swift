/// Generated content, counters, named strings and bookmarks (css-content-3, css-lists-3, css-gcpm-3).
extension LonghandRows {
  mutating func addContent() {
    add(.content, "content", \.content.content) {
      $0.keyword(.normal, .none) ?? $0.contentList().map { .content($0) }
    } computed: {
      $1 == .keyword(.none) ? [] : $0.content($1)
    }
    add(.counterReset, "counter-reset", \.content.counterReset) {
      $0.counterChanges(default: 0)
    } computed: {
      $0.counters($1)
    }
    add(.counterIncrement, "counter-increment", \.content.counterIncrement) {
      $0.counterChanges(default: 1)
    } computed: {
      $0.counters($1)
    }
    add(.counterSet, "counter-set", \.content.counterSet) {
      $0.counterChanges(default: 0)
    } computed: {
      $0.counters($1)
    }
    add(.stringSet, "string-set", \.content.stringSet) {
      $0.stringSets()
    } computed: {
      $0.stringSets($1)
    }
    add(.bookmarkLevel, "bookmark-level", \.content.bookmarkLevel) {
      $0.keyword(.none) ?? $0.integer(1)
    } computed: {
      $1 == .keyword(.none) ? nil : max(1, $0.integer($1))
    }
    add(.bookmarkLabel, "bookmark-label", \.content.bookmarkLabel) {
      $0.keyword(.none) ?? $0.contentList().map { .content($0) }
    } computed: {
      $0.content($1) ?? []
    }
    add(.bookmarkState, "bookmark-state", \.content.bookmarkOpen, keywords: [.open: true, .closed: false])
  }
}
