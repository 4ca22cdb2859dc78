extension NameTable {
  /// In the order of the constants in `Atom+Elements.swift`, `Atom+Attributes.swift` and `Atom+MathML.swift`, separated by spaces.
  static let wellKnownNames = """
    html head body title base link meta style script noscript template div p span a b i u s em strong small big tt \
    code kbd samp var cite dfn abbr acronym q sub sup mark bdi bdo ruby rb rt rtc rp ins del strike font basefont \
    center nobr wbr br hr img picture source track embed object param iframe canvas video audio map area svg math \
    figure figcaption main section article aside nav header footer hgroup address blockquote pre listing xmp \
    plaintext h1 h2 h3 h4 h5 h6 ul ol li dl dt dd dir menu table caption colgroup col thead tbody tfoot tr td th \
    form fieldset legend label input button select datalist optgroup option textarea output progress meter details \
    summary dialog slot search data time marquee applet frame frameset noframes noembed keygen bgsound image \
    command blink spacer mi mo mn ms mtext mglyph malignmark annotation-xml mrow mfrac msqrt semantics annotation \
    desc path g rect circle ellipse line polyline polygon text tspan use defs symbol stop foreignObject \
    linearGradient radialGradient clipPath textPath altGlyph altGlyphDef altGlyphItem animateColor animateMotion \
    animateTransform feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting \
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage \
    feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence \
    glyphRef id class lang xml:lang href src alt type value width height align valign bgcolor background color face \
    size border cellpadding cellspacing colspan rowspan start reversed nowrap hspace vspace clear compact rules \
    bordercolor vlink alink topmargin leftmargin rightmargin bottommargin marginwidth marginheight noshade media \
    rel charset content http-equiv name checked disabled selected multiple readonly required placeholder open \
    hidden cols rows wrap scope headers char charoff target rev srcset sizes poster controls for action method \
    enctype accept autocomplete max min step list pattern datetime xmlns xlink:href viewBox preserveAspectRatio \
    role tabindex contenteditable itemscope property encoding definitionURL ref low high optimum translate usemap \
    loading decoding crossorigin integrity download ping referrerpolicy inert popover overflow \
    msub msup msubsup munder mover munderover mmultiscripts mprescripts mroot mstyle mpadded mphantom merror maction \
    mspace mtable mtr mlabeledtr mtd displaystyle mathvariant linethickness columnalign accent lspace rspace none display \
    menclose scriptlevel mathcolor mathbackground mathsize
    """
}
