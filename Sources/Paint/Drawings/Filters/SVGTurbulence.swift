import Layout

/// `feTurbulence` (filter-effects-1 §9.23): noise by the algorithm of the specification, which all programs share, so
/// that the same numbers make the same picture.
struct SVGTurbulence {
  /// The frequencies of the noise along both axes, per px.
  var frequencyX = 0.0
  var frequencyY = 0.0
  var octaves = 1
  var seed = 0.0
  /// `type="fractalNoise"`.
  var isFractal = false
  /// `stitchTiles="stitch"`: opposite sides of the area fit together.
  var isStitched = false

  /// The components of further octaves are less than a step of a byte.
  static let mostOctaves = 10
}

/// The noise of an area.
struct NoiseField {
  private let turbulence: SVGTurbulence
  /// Where the noise repeats, in units of the lattice; nil if it does not.
  private var stitch: (width: Int, height: Int, wrapX: Int, wrapY: Int)?
  private var frequency: (x: Double, y: Double)
  private var lattice: [Int] = []
  // The gradients of the four components.
  private var gradientsX: [SIMD4<Float>] = []
  private var gradientsY: [SIMD4<Float>] = []

  private static let size = 256
  private static let origin = 4096.0

  /// - Parameter area: that of the primitive, px.
  init(_ turbulence: SVGTurbulence, in area: Rect) {
    self.turbulence = turbulence
    frequency = (turbulence.frequencyX, turbulence.frequencyY)
    makeTables()
    guard turbulence.isStitched else { return }
    frequency = (Self.fitting(frequency.x, area.width), Self.fitting(frequency.y, area.height))
    func cells(_ length: Double, _ frequency: Double) -> Int { Int(min(length * frequency + 0.5, 1e8)) }
    let (width, height) = (cells(area.width, frequency.x), cells(area.height, frequency.y))
    func wrap(_ start: Double, _ frequency: Double, _ size: Int) -> Int {
      Int(max(-1e8, min(start * frequency + Self.origin, 1e8))) + size
    }
    stitch = (width, height, wrap(area.x, frequency.x, width), wrap(area.y, frequency.y, height))
  }

  /// The frequency nearest to another one of which a length is a whole number of cells.
  private static func fitting(_ frequency: Double, _ length: Double) -> Double {
    guard frequency > 0, length > 0 else { return frequency }
    let low = (length * frequency).rounded(.down) / length
    let high = (length * frequency).rounded(.up) / length
    return low > 0 && frequency / low < high / frequency ? low : high
  }

  private mutating func makeTables() {
    var random = NoiseRandom(turbulence.seed)
    lattice = Array(0..<Self.size)
    gradientsX = Array(repeating: .zero, count: Self.size)
    gradientsY = gradientsX
    for component in 0..<4 {
      for index in 0..<Self.size {
        func coordinate() -> Double { Double(random.next() % (2 * Self.size) - Self.size) / Double(Self.size) }
        let (x, y) = (coordinate(), coordinate())
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { continue }
        gradientsX[index][component] = Float(x / length)
        gradientsY[index][component] = Float(y / length)
      }
    }
    for index in (1..<Self.size).reversed() { lattice.swapAt(index, random.next() % Self.size) }
    // Sums of two indices are looked up.
    lattice += lattice + lattice[..<2]
    gradientsX += gradientsX + gradientsX[..<2]
    gradientsY += gradientsY + gradientsY[..<2]
  }

  /// The components of the noise at a place, px; 0 to 1 unless they are cut off.
  func color(at point: Point) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var (x, y, ratio) = (point.x * frequency.x, point.y * frequency.y, Float(1))
    var stitch = stitch
    for _ in 0..<turbulence.octaves {
      let noise = noise(x, y, stitch)
      sum += (turbulence.isFractal ? noise : noise.replacing(with: -noise, where: noise .< 0)) / ratio
      (x, y, ratio) = (2 * x, 2 * y, 2 * ratio)
      guard let old = stitch else { continue }
      let origin = Int(Self.origin)
      stitch = (2 * old.width, 2 * old.height, 2 * old.wrapX - origin, 2 * old.wrapY - origin)
    }
    return turbulence.isFractal ? (sum + 1) / 2 : sum
  }

  private func noise(
    _ x: Double, _ y: Double, _ stitch: (width: Int, height: Int, wrapX: Int, wrapY: Int)?
  ) -> SIMD4<Float> {
    func cell(_ value: Double) -> (Int, Float) {
      let place = max(-1e9, min(value + Self.origin, 1e9))
      let whole = place.rounded(.down)
      return (Int(whole), Float(place - whole))
    }
    var ((left, x0), (top, y0)) = (cell(x), cell(y))
    var (right, bottom) = (left + 1, top + 1)
    if let stitch {
      if left >= stitch.wrapX { left -= stitch.width }
      if right >= stitch.wrapX { right -= stitch.width }
      if top >= stitch.wrapY { top -= stitch.height }
      if bottom >= stitch.wrapY { bottom -= stitch.height }
    }
    let mask = Self.size - 1
    let (i, j) = (lattice[left & mask], lattice[right & mask])
    func gradient(_ index: Int, _ x: Float, _ y: Float) -> SIMD4<Float> {
      gradientsX[index] * x + gradientsY[index] * y
    }
    let (sx, sy) = (x0 * x0 * (3 - 2 * x0), y0 * y0 * (3 - 2 * y0))
    let topLeft = gradient(lattice[i + top & mask], x0, y0)
    let topRight = gradient(lattice[j + top & mask], x0 - 1, y0)
    let bottomLeft = gradient(lattice[i + bottom & mask], x0, y0 - 1)
    let bottomRight = gradient(lattice[j + bottom & mask], x0 - 1, y0 - 1)
    let upper = topLeft + (topRight - topLeft) * sx
    let lower = bottomLeft + (bottomRight - bottomLeft) * sx
    return upper + (lower - upper) * sy
  }
}

/// The random numbers of the specification: those of Park and Miller.
private struct NoiseRandom {
  private var state: Int
  private static let modulus = 2_147_483_647

  init(_ seed: Double) {
    let seed = Int(max(-2e9, min(seed, 2e9)))
    state = min(seed <= 0 ? -(seed % (Self.modulus - 1)) + 1 : seed, Self.modulus - 1)
  }

  mutating func next() -> Int {
    state = 16807 * (state % 127_773) - 2836 * (state / 127_773)
    if state <= 0 { state += Self.modulus }
    return state
  }
}

extension FilterSurface {
  /// Fills everything with noise.
  func fill(_ noise: NoiseField, _ grid: FilterGrid) {
    forEachRow { y, row in
      for x in row.indices { row[x] = Self.pixel(noise.color(at: grid.corner(x: x, y: y)) * 255) }
    }
  }
}
