/// Image files for the tests, as `data:` URLs.
enum Pictures {
  /// 2 by 2: red, green; blue, black.
  static let png =
    "data:image/png;base64,"
    + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DA8J8BSgAAGfQC/vIq8iEAAAAASUVORK5CYII="
  static let gif = "data:image/gif;base64,R0lGODdhAgACAIEAAAD/AP8AAAAA/wAAACwAAAAAAgACAAAIBwADABAwICAAOw=="
  static let webp =
    "data:image/webp;base64,UklGRioAAABXRUJQVlA4TB4AAAAvAUAAAB8gEEjaH3qN+RcQFPk/2vwHsqVgFyL6HwE="
  /// 2 by 1: red, half transparent black.
  static let transparentPNG =
    "data:image/png;base64,"
    + "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4z8Dwn4GBoQEADXwCf62M4vcAAAAASUVORK5CYII="
  /// 16 by 8: red left, blue right.
  static let jpeg = "data:image/jpeg;base64," + app0 + jpegBody
  /// The same, to be shown turned clockwise: 8 by 16, red above blue.
  static let turnedJPEG =
    "data:image/jpeg;base64," + app0 + "/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD" + jpegBody
  static let svg =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'>"
    + "<rect width='1' height='1' fill='red'/><rect x='1' width='1' height='1' fill='blue'/></svg>"

  private static let app0 = "/9j/4AAQSkZJRgABAQAAAQABAAD"
  private static let jpegBody =
    "/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkF"
    + "BQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIABADAREAAhEBAxEB/8QAFQAB"
    + "AQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA"
    + "/9oADAMBAAIRAxEAPwCdEMKmAjjB0f/Z"
}
