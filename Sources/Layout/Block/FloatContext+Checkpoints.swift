/// Returning to an earlier state when content is laid out again.
extension FloatContext {
  /// A state to return to.
  struct Mark {
    private(set) var count: Int
    fileprivate var continuesLeft, continuesRight: Bool
  }

  var mark: Mark { Mark(count: placed.count, continuesLeft: continuesLeft, continuesRight: continuesRight) }

  /// Removes the floats added after a mark.
  mutating func rewind(to mark: Mark) {
    (continuesLeft, continuesRight) = (mark.continuesLeft, mark.continuesRight)
    while placed.count > mark.count { undo(placed.removeLast()) }
  }

  private mutating func undo(_ float: Float) {
    let changes = float.changes
    if let step = changes.step {
      if float.isLeft {
        leftSteps.remove(step)
      } else {
        rightSteps.remove(step)
      }
    }
    leftSteps.restoreEnded(changes.left)
    rightSteps.restoreEnded(changes.right)
    bands.removeLast(bands.count - changes.bands)
    (leftBottom, rightBottom) = (changes.leftBottom, changes.rightBottom)
    (shapeHeight, shapeBottom) = (changes.shapeHeight, changes.shapeBottom)
  }
}
