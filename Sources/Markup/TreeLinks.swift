/// The nodes below and after a node while its tree is built. In a `Document` they follow from the order of the nodes.
struct TreeLinks {
  var firstChild = NodeID.none
  var lastChild = NodeID.none
  var nextSibling = NodeID.none
}
