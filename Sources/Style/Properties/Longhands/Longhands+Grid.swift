/// Grid containers and items (css-grid-2).
extension LonghandRows {
  mutating func addGrid() {
    addTemplate(.gridTemplateRows, "grid-template-rows", \.item.grid.templateRows)
    addTemplate(.gridTemplateColumns, "grid-template-columns", \.item.grid.templateColumns)
    add(.gridTemplateAreas, "grid-template-areas", \.item.grid.templateAreas) {
      $0.templateAreas()
    } computed: { _, value in
      if case .areas(let areas) = value { areas } else { [] }
    }
    addTracks(.gridAutoRows, "grid-auto-rows", \.item.grid.autoRows)
    addTracks(.gridAutoColumns, "grid-auto-columns", \.item.grid.autoColumns)
    add(.gridAutoFlow, "grid-auto-flow") {
      $0.gridAutoFlow()
    } compute: {
      $0.setGridAutoFlow($1)
    } copy: {
      $0.item.grid.flowsColumns = $1.item.grid.flowsColumns
      $0.item.grid.isDense = $1.item.grid.isDense
    }
    add(.gridLanesDirection, "grid-lanes-direction", \.item.grid.lanesAreColumns) {
      $0.keyword(.normal, .row, .column)
    } computed: {
      switch $0.keyword($1) {
      case .column?: true
      case .row?: false
      default: nil
      }
    }
    add(.flowTolerance, "flow-tolerance", \.item.grid.flowTolerance) {
      $0.keyword(.normal, .infinite) ?? $0.length(0)
    } computed: { computer, value in
      switch value {
      case .keyword(.infinite): .infinity
      case .keyword: -1
      default: Float(computer.positive(value))
      }
    }
    addLine(.gridRowStart, "grid-row-start", \.item.grid.rowStart)
    addLine(.gridRowEnd, "grid-row-end", \.item.grid.rowEnd)
    addLine(.gridColumnStart, "grid-column-start", \.item.grid.columnStart)
    addLine(.gridColumnEnd, "grid-column-end", \.item.grid.columnEnd)
  }

  private mutating func addTemplate(_ property: Property, _ name: String, _ field: Longhand.Field<GridTemplate>) {
    add(property, name, field) {
      $0.trackList()
    } computed: {
      $0.gridTemplate($1)
    }
  }

  private mutating func addTracks(_ property: Property, _ name: String, _ field: Longhand.Field<[TrackSize]>) {
    add(property, name, field) {
      $0.trackSizes()
    } computed: {
      $0.autoTracks($1)
    }
  }

  private mutating func addLine(_ property: Property, _ name: String, _ field: Longhand.Field<GridLine>) {
    add(property, name, field) {
      $0.gridLine().map { .gridLine($0) }
    } computed: { _, value in
      if case .gridLine(let line) = value { line } else { .auto }
    }
  }
}
