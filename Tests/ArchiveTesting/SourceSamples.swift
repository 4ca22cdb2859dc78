/// Valid sources with all features of their formats, to be damaged.
extension SourceExercise.Source {
  package var sample: [UInt8] {
    switch self {
    case .xfdf: Array(Self.xfdfSample.utf8)
    case .instantJSON: Array(Self.instantSample.utf8)
    case .touches: Array(Self.touchSample.utf8)
    case .inkML: Array(Self.inkMLSample.utf8)
    }
  }

  private static let xfdfSample = """
    <?xml version="1.0"?>
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>
    <text page='0' rect='1,2,21,22' name='a' title='T' subject='S' color='#FFD100' flags='print,nozoom' icon='Key' open='yes'
     date='D:20260101' creationdate='2025-01-01T10:00:00Z'><contents>a &lt; b
    c</contents><popup rect='1,2,3,4' open='yes' flags='print'/><trn-custom-data bytes='{"a":1}'/></text>
    <text page='0' rect='1,2,21,22' name='r' inreplyto='a' state='Accepted' statemodel='Review'/>
    <ink page='0' rect='0,0,9,9' width='2.5' opacity='0.5'><inklist><gesture>1,2;3.25,4</gesture><gesture>5,6</gesture>
     </inklist></ink>
    <highlight page='0' rect='0,0,9,9' color='#FFFF00' coords='0,9,9,9,0,0,9,0'/>
    <squiggly page='0' rect='0,0,9,9' coords='0,9,9,9,0,0,9,0'/>
    <freetext page='0' rect='0,0,90,90' justification='centered' callout='1,2,3,4' head='Circle' fringe='1,2,3,4'
     rotation='90' width='1' style='dash' dashes='4,2' IT='FreeTextCallout'><contents>x</contents><defaultappearance>0 g
     /Helv 9 Tf</defaultappearance><defaultstyle>color:#FF0000; font: bold 9pt Arial</defaultstyle></freetext>
    <line page='0' rect='0,0,90,90' start='1,2' end='30,4' head='OpenArrow' tail='Slash' leaderLength='-5' leaderExtend='2'
     leader-offset='1' caption='yes' caption-style='Top' caption-offset-h='7' caption-offset-v='8'><contents>x</contents>
    </line>
    <square page='0' rect='0,0,90,90' interior-color='#00FF00' color='transparent' style='cloudy' intensity='2'
     fringe='1,1,1,1'/>
    <circle page='0' rect='0,0,90,90' width='3' style='bevelled'/>
    <polygon page='0' rect='0,0,9,9'><vertices>1,2;3,4;5,6</vertices></polygon>
    <polyline page='0' rect='0,0,9,9' tail='ROpenArrow'><vertices>1,2;3,4</vertices></polyline>
    <stamp page='0' rect='0,0,90,90' icon='Final' rotation='20'/>
    <stamp page='0' rect='0,0,90,90' icon='Seal'><imagedata>data:image/png;base64,\(rgba)</imagedata></stamp>
    <caret page='0' rect='0,0,9,9' symbol='paragraph' fringe='1,0,0,0'/>
    <link page='0' rect='0,0,9,9' width='0' Highlight='push'><OnActivation><Action Trigger='U'>
     <URI Name='https://example.org/?a=1&amp;b'/></Action></OnActivation></link>
    <text page='0' rect='1,2,21,22'><contents-richtext><body xmlns='http://www.w3.org/1999/xhtml'><p>a &amp; <b>b</b></p>
     </body></contents-richtext></text>
    </annots><modify><text page='0' rect='1,1,9,9' name='old'/></modify><delete><id page='0'>answer</id></delete></xfdf>
    """

  private static let instantSample = ##"""
    {"format": "https://pspdfkit.com/instant-json/v1", "annotations": [
    {"v":2,"pageIndex":0,"type":"pspdfkit/ink","id":"i","bbox":[9,9,22,12],"strokeColor":"#112233","lineWidth":2,
     "opacity":0.5,"lines":{"points":[[[10,10],[30,20]],[[12,12]]],"intensities":[[0.5,0.9],[0.5]]},
     "isDrawnNaturally":true,"customData":{"k":[1,{"l":null}]},"createdAt":"2026-11-20T09:14:00Z"},
    {"pageIndex":0,"type":"pspdfkit/shape/line","bbox":[1,1,90,70],"startPoint":[10,10],"endPoint":[80,60],
     "strokeColor":"#FF0000","strokeWidth":3,"lineCaps":{"start":"openArrow","end":"reverseClosedArrow"}},
    {"pageIndex":0,"type":"pspdfkit/shape/ellipse","bbox":[10,10,30,20],"strokeColor":"#FF0000","strokeWidth":2,
     "cloudyBorderIntensity":2,"cloudyBorderInset":[4,4,4,4],"strokeDashArray":[4,2],"fillColor":"#00FF00"},
    {"pageIndex":0,"type":"pspdfkit/shape/polygon","bbox":[10,10,30,20],"points":[[10,10],[40,10],[25,30]]},
    {"pageIndex":0,"type":"pspdfkit/markup/highlight","bbox":[10,10,30,20],"color":"#FFFF00","rects":[[10,10,30,10]],
     "note":"why","blendMode":"multiply","creatorName":"Anna","updatedAt":1763629200000},
    {"pageIndex":0,"type":"pspdfkit/note","id":"n","bbox":[10,10,20,20],"color":"#FFD100","icon":"rightArrow",
     "text":{"format":"xhtml","value":"<p>a <b>b</b></p>"},"flags":["noPrint","locked"]},
    {"pageIndex":0,"type":"pspdfkit/text","bbox":[10,10,60,40],"text":{"format":"plain","value":"Call"},"font":"Caladea",
     "fontSize":9,"fontColor":"#0000FF","fontStyle":["bold"],"horizontalAlign":"center","verticalAlign":"bottom",
     "backgroundColor":"#FFFFCC","borderWidth":2,"borderColor":"#FF0000","rotation":90,
     "callout":{"start":[12,12],"knee":[20,20],"end":[30,20],"cap":"openArrow","innerRectInset":[20,5,5,5]}},
    {"pageIndex":0,"type":"pspdfkit/stamp","bbox":[10,10,60,20],"stampType":"Approved","rotation":45},
    {"pageIndex":0,"type":"pspdfkit/image","bbox":[10,10,60,20],"imageAttachmentId":"p"},
    {"pageIndex":0,"type":"pspdfkit/link","bbox":[1,1,6,2],"action":{"type":"uri","uri":"https://example.org/"}},
    {"pageIndex":0,"type":"pspdfkit/link","bbox":[1,1,6,2],"action":{"type":"goTo","pageIndex":0}}],
    "comments":[{"rootId":"n","id":"c","text":"yes","creatorName":"Bo"}],
    "attachments":{"p":{"binary":"\##(rgba)","contentType":"image/png"}}, "skippedPdfObjectIds":[6]}
    """##

  private static let touchSample = """
    {"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "viewWidth": 100, "viewHeight": 50, "color": "#0000FF",
     "width": 2, "name": "i", "strokes": [
     {"input": "stylus", "touches": [[0, 1, 1, 0.2], [8, 2, 2, 0.5], [16, 5, 3, 0.9, 4], [24, 9, 2, 0.1, 4]]},
     {"input": "finger", "touches": [[4, 1, 1], [12, 1, 2]]},
     {"input": "finger", "cancelled": true, "touches": [[0, 1, 1]]}]}]}
    """

  private static let inkMLSample = """
    <ink xmlns="http://www.w3.org/2003/InkML"><definitions><brush xml:id="b"><brushProperty name="width" value="1"
     units="mm"/><brushProperty name="color" value="#FF0000"/></brush></definitions><traceFormat><channel name="X"/>
     <channel name="Y"/><channel name="F" max="1024"/></traceFormat><annotation type="page">0</annotation>
     <traceGroup><annotation type="input">finger</annotation><trace>1 1 1, 2 2 2</trace></traceGroup>
     <trace brushRef="#b">1 1 7, 2 '3 9, "4 5 *, !7 8 ?</trace></ink>
    """

  /// A PNG with four pixels, with colours and transparency.
  private static let rgba =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFklEQVR42mP4z8DwHwgbGEA0JyenAwA2cgTYe6JKAQAAAABJRU5ErkJggg=="
}
