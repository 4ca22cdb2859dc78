extension UserAgentStylesheet {
  /// The style sheet for MathML, which documents without formulas do not have: formulas made of inline boxes, flex and
  /// grid containers (MathML Core §3 describes their own layout, and appendix A a style sheet for it).
  ///
  /// Fractions and limits above and below have rows of equal height around the middle of `vertical-align: middle`, which
  /// is about the mathematical axis.
  static let mathCSS = #"""
    math { display: inline; font-family: math; font-style: normal; font-weight: normal; letter-spacing: normal; word-spacing: normal; line-height: 1.15; white-space: nowrap; text-transform: none; text-align: center; text-indent: 0; border-spacing: 0 }
    math[display=block] { display: block }
    annotation, annotation-xml, mprescripts, mmultiscripts > none, maction > :not(:first-child) { display: none }
    mi { text-transform: math-auto }
    mi[mathvariant=normal] { text-transform: none }
    mspace { display: inline-block }
    mphantom { visibility: hidden }
    merror { outline: 1px solid red; background: #FFFFE0 }
    ms::before, ms::after { content: "\22" }
    mfrac { display: inline-grid; grid-auto-rows: 1fr; text-align: center; vertical-align: middle; padding-inline: .1em; margin-inline:1px }
    mfrac:has(mfrac, munderover) { grid-auto-rows: auto }
    mfrac > * { font-size: .71em; padding-inline: .1em }
    mfrac > :first-child { align-self: end }
    mfrac > :nth-child(2) { border-top: .06em solid; padding-top: .1em }
    mfrac[linethickness="0"] > :nth-child(2), mfrac[linethickness="0px"] > :nth-child(2) { border-top: none }
    math[display=block] mfrac > *, [displaystyle=true] mfrac > * { font-size: 1em }
    mfrac mfrac > *, mtd mfrac > *, :is(msub,msup,msubsup) > :not(:first-child) mfrac > *, [displaystyle=false] mfrac > * { font-size: .71em }
    msup, msub { display: inline-flex; align-items: baseline }
    msubsup { display: inline-grid; grid-template-columns: auto auto; grid-template-rows: auto auto; justify-items: start }
    :is(msup, msub, msubsup, mmultiscripts) > :not(:first-child) { font-size: .71em; }
    msup > :nth-child(2) { align-self: start; margin-top: -.3em }
    msub > :nth-child(2) { align-self: end; margin-bottom: -.3em }
    mmultiscripts { display: inline-grid; grid-template-rows: auto auto; justify-items: start }
    mmultiscripts > :first-child { grid-row: 1 / 3; grid-column: 5; align-self: baseline }
    mmultiscripts > :nth-child(2n) { grid-row: 2; align-self: end; margin-block: -.1em -.3em }
    mmultiscripts > :nth-child(2n + 3) { grid-row: 1; align-self: start; margin-block: -.3em -.1em }
    mmultiscripts > mprescripts ~ :nth-child(2n + 3) { grid-row: 2; align-self: end; margin-block: -.1em -.3em }
    mmultiscripts > mprescripts ~ :nth-child(2n) { grid-row: 1; align-self: start; margin-block: -.3em -.1em }
    mmultiscripts > :is(:nth-child(2), :nth-child(3)) { grid-column: 6 }
    mmultiscripts > :is(:nth-child(4), :nth-child(5)) { grid-column: 7 }
    mmultiscripts > :is(:nth-child(6), :nth-child(7)) { grid-column: 8 }
    mmultiscripts > :is(:nth-child(8), :nth-child(9)) { grid-column: 9 }
    mmultiscripts > mprescripts ~ :nth-child(n) { grid-column: 4; justify-self: end }
    mmultiscripts > mprescripts + :nth-child(n), mmultiscripts > mprescripts + * + :nth-child(n) { grid-column: 1 }
    mmultiscripts > mprescripts + * + * + :nth-child(n), mmultiscripts > mprescripts + * + * + * + :nth-child(n) { grid-column: 2 }
    mmultiscripts > mprescripts + * + * + * + * + :nth-child(n), mmultiscripts > mprescripts + * + * + * + * + * + :nth-child(n) {
      grid-column: 3 }
    msubsup > :first-child { grid-row: 1 / 3; grid-column: 1; align-self: baseline }
    msubsup > :nth-child(2) { grid-row: 2; grid-column: 2; align-self: end; margin-block: -.1em -.3em }
    msubsup > :nth-child(3) { grid-row: 1; grid-column: 2; align-self: start; margin-block: -.3em -.1em }
    munder, mover { display: inline-grid; justify-items: center }
    mover { baseline-source: last }
    :is(munder, mover, munderover) > :not(:first-child) { font-size: .71em; }
    mover > :first-child { grid-row: 2 } mover > :nth-child(2) { grid-row: 1 }
    mover > mo:nth-child(2), munder > mo:nth-child(2) { font-size: 1em; line-height: .4 }
    munderover { display: inline-grid; justify-items: center; grid-template-rows: 1fr auto 1fr; vertical-align: middle }
    munderover > :first-child { grid-row: 2 } munderover > :nth-child(2) { grid-row: 3 } munderover > :nth-child(3) { grid-row: 1; align-self: end }
    math:not([display=block], [displaystyle=true]) munderover:not([displaystyle=true] *):has(> mo:first-child) {
      grid-template: auto auto / auto auto; justify-items: start; vertical-align: baseline }
    math:not([display=block], [displaystyle=true]) munderover:not([displaystyle=true] *) > mo:first-child {
      grid-row: 1 / 3; grid-column: 1; align-self: baseline }
    math:not([display=block], [displaystyle=true]) munderover:not([displaystyle=true] *) > mo:first-child + * {
      grid-row: 2; grid-column: 2; align-self: end; margin-block: -.1em -.3em }
    math:not([display=block], [displaystyle=true]) munderover:not([displaystyle=true] *) > mo:first-child + * + * {
      grid-row: 1; grid-column: 2; align-self: start; margin-block: -.3em -.1em }
    msqrt, mroot { padding: .14em .1em 0 .75em; margin-top: .05em; background:
      linear-gradient(currentcolor, currentcolor) .72em 0 / 100% .06em no-repeat,
      linear-gradient(to bottom right, transparent calc(50% - .03em), currentcolor 0 calc(50% + .03em), transparent 0) .3em 0 / .43em 100% no-repeat,
      linear-gradient(to top right, transparent calc(50% - .04em), currentcolor 0 calc(50% + .04em), transparent 0) .08em 100% / .24em 45% no-repeat }
    msqrt { display: inline-block }
    mroot { display: inline-flex; align-items: baseline; padding-left: 0 }
    mroot > :nth-child(2) { order: -1; font-size: .5em; width: .6em; margin-right: .9em; text-align: center; align-self: start }
    mtable { display: inline-table; vertical-align: middle; border-collapse: separate; border-spacing: 0; text-align: center }
    mtr, mlabeledtr { display: table-row } mtd { display: table-cell; padding: .25em .4em; vertical-align: baseline }
    mtable[columnalign=left] > mtr > mtd, mtr[columnalign=left] > mtd, mtd[columnalign=left] { text-align: left }
    mtable[columnalign=right] > mtr > mtd, mtr[columnalign=right] > mtd, mtd[columnalign=right] { text-align: right }
    mtable[columnalign^="right left"] > mtr > mtd:nth-child(odd) { text-align: right } mtable[columnalign^="right left"] > mtr > mtd:nth-child(even) { text-align: left }
    math[display=block] :is(munderover, munder, mover) > mo:first-child { font-size: 1.4em; line-height: 1 }
    """#
}
