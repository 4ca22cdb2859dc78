import PDF

/// The annotations of pages, and where an annotation is.
extension AnnotationUpdate {
  mutating func annotations(ofPage index: Int, _ place: String) throws(AnnotationError) -> PageAnnotations {
    if let known = touched[index] { return known }
    guard let page = try onBase(place, { () throws(PDFError) in try writer.base.page(index) }) else {
      throw AnnotationError(.notFound, "the base has no page \(index + 1) (page=\"\(index)\" counts from 0)", at: place)
    }
    let annotations = try onBase(place) { () throws(PDFError) in try PageAnnotations(page, in: writer) }
    touched[index] = annotations
    return annotations
  }

  /// Index in `/Annots` of the annotation with the same name.
  mutating func index(of annotation: Annotation, _ place: String) throws(AnnotationError) -> Int? {
    let annotations = try annotations(ofPage: annotation.page, place)
    return annotation.name.flatMap { annotations.index(ofName: $0) }
  }

  /// Index in `/Annots` of the annotation with that object number, or the same name.
  mutating func index(
    of annotation: Annotation, object: Int?, _ place: String
  ) throws(AnnotationError) -> Int? {
    guard let object else { return try index(of: annotation, place) }
    return try annotations(ofPage: annotation.page, place).index(ofObject: object)
  }

  mutating func find(_ target: AnnotationTarget, _ place: String) throws(AnnotationError) -> (
    page: Int, index: Int
  )? {
    if case .name(let name, let page?) = target {
      return try annotations(ofPage: page, place).index(ofName: name).map { (page, $0) }
    }
    let places: (names: [String: Int], objects: [Int: Int])
    if let known = self.places { places = known } else { places = try findPlaces(place) }
    self.places = places
    switch target {
    case .name(let name, _):
      guard let page = places.names[name] else { return nil }
      return try annotations(ofPage: page, place).index(ofName: name).map { (page, $0) }
    case .object(let number):
      guard let page = places.objects[number] else { return nil }
      return try annotations(ofPage: page, place).index(ofObject: number).map { (page, $0) }
    }
  }

  mutating func findPlaces(_ place: String) throws(AnnotationError) -> (
    names: [String: Int], objects: [Int: Int]
  ) {
    var names: [String: Int] = [:]
    var objects: [Int: Int] = [:]
    var page = 0
    while try onBase(place, { () throws(PDFError) in try writer.base.page(page) }) != nil {
      let annotations = try annotations(ofPage: page, place)
      for item in annotations.items {
        if let name = item.name, names[name] == nil { names[name] = page }
        if let number = item.object.reference?.number, objects[number] == nil { objects[number] = page }
      }
      // Pages that were only read are discarded.
      if !annotations.isChanged { touched[page] = nil }
      page += 1
    }
    return (names, objects)
  }
}
