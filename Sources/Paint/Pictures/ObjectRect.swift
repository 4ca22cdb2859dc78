import Layout
import Style

/// The position and size of a replaced element's image within its content box (css-images-3 §4.5).
func objectRect(_ natural: NaturalSize, in content: Rect, fit: BoxStyle.ObjectFit, position: Pair<LengthPercentage>)
  -> Rect
{
  let area = Size(width: content.width, height: content.height)
  let contained = natural.fitted(in: area, covering: false)
  let own = natural.concrete(width: nil, height: nil, in: area)
  let size: Size =
    switch fit {
    case .fill: area
    case .contain: contained
    case .cover: natural.fitted(in: area, covering: true)
    case .none: own
    case .scaleDown: own.width <= contained.width && own.height <= contained.height ? own : contained
    }
  return Rect(
    x: content.x + position.x.resolve(against: content.width - size.width),
    y: content.y + position.y.resolve(against: content.height - size.height), width: size.width, height: size.height)
}
