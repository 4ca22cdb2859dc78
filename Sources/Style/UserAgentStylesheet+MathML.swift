extension UserAgentStylesheet {
  /// The style sheet for MathML, which documents without formulas do not have (MathML Core, appendix A). `Layout/Math`
  /// lays formulas out.
  ///
  /// Elements that Core does not have are treated as in MathML 3: `maction` shows its first child, `mlabeledtr` is a row.
  static let mathCSS = #"""
    math, :is(mi,mn,mo,ms,mtext,mspace,mrow,mfrac,msqrt,mroot,mstyle,merror,mpadded,mphantom,menclose,msub,msup,msubsup,munder,mover,munderover,mmultiscripts,mprescripts,none,mtable,mtr,mlabeledtr,mtd,maction,semantics) { font-size: math; writing-mode: horizontal-tb }
    math { display: inline; direction: ltr; font-family: math; font-size: inherit; font-style: normal; font-weight: normal; letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none; text-align: start; text-indent: 0; math-style: compact; math-shift: normal; math-depth: 0 }
    math[dir=rtl i] { direction: rtl }
    math[display=block i] { display: block; math-style: normal }
    math[display=inline i] { display: inline; math-style: compact }
    semantics > :not(:first-child), maction > :not(:first-child), annotation, annotation-xml, mprescripts { display: none }
    semantics > :is(annotation, annotation-xml):first-child { display: inline }
    merror { border: 1px solid red; background-color: lightYellow }
    mphantom { visibility: hidden }
    mi { text-transform: math-auto }
    mtable { math-style: compact }
    mtd { text-align: center; padding: 0.5ex 0.4em }
    mfrac { padding-inline: 1px }
    mfrac > * { math-depth: auto-add; math-style: compact }
    mfrac > :nth-child(2) { math-shift: compact }
    mroot > :not(:first-child) { math-depth: add(2); math-style: compact }
    mroot, msqrt { math-shift: compact }
    :is(msub,msup,msubsup,mmultiscripts,munder,mover,munderover) > :not(:first-child) { math-depth: add(1); math-style: compact }
    munder[accentunder=true i] > :nth-child(2), mover[accent=true i] > :nth-child(2), munderover[accentunder=true i] > :nth-child(2), munderover[accent=true i] > :nth-child(3) { font-size: inherit }
    msub > :nth-child(2), msubsup > :nth-child(2), mmultiscripts > :nth-child(even), mmultiscripts > mprescripts ~ :nth-child(odd), mover[accent=true i] > :first-child, munderover[accent=true i] > :first-child { math-shift: compact }
    mmultiscripts > mprescripts ~ :nth-child(even) { math-shift: inherit }
    """#
}
