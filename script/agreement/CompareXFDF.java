import java.io.File;
import java.util.*;
import org.apache.pdfbox.cos.*;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.fdf.FDFAnnotation;
import org.apache.pdfbox.pdmodel.fdf.FDFDocument;

/**
 * Compares the annotations that PDFBox reads from XFDF with those in a PDF into which Pressrun imported the same XFDF:
 * CompareXFDF XFDF PDF.
 *
 * <p>Annotations are matched by name. The exit status is 1 if an entry differs.
 */
public class CompareXFDF {
  /** The entries to compare. Appearance streams, flags and pop-ups may differ. */
  private static final List<String> KEYS =
      List.of("Subtype", "Rect", "C", "IC", "Contents", "T", "Subj", "M", "CreationDate", "CA", "QuadPoints", "InkList",
          "Vertices", "L", "LE", "LL", "LLE", "Cap", "Name", "Q", "CL", "RD", "Rotate", "State", "StateModel", "Sy", "BS",
          "BE");

  public static void main(String[] arguments) throws Exception {
    Map<String, COSDictionary> theirs = new TreeMap<>(), ours = new TreeMap<>();
    FDFDocument fdf = FDFDocument.loadXFDF(new File(arguments[0]));
    for (FDFAnnotation annotation : fdf.getCatalog().getFDF().getAnnotations()) {
      theirs.put(annotation.getName(), annotation.getCOSObject());
    }
    try (PDDocument pdf = PDDocument.load(new File(arguments[1]))) {
      for (PDPage page : pdf.getPages()) {
        COSBase list = page.getCOSObject().getDictionaryObject("Annots");
        if (!(list instanceof COSArray)) continue;
        for (int index = 0; index < ((COSArray) list).size(); index++) {
          COSDictionary annotation = (COSDictionary) ((COSArray) list).getObject(index);
          if (annotation.getString("NM") != null) ours.put(annotation.getString("NM"), annotation);
        }
      }
      compare(theirs, ours);
    }
  }

  private static void compare(Map<String, COSDictionary> theirs, Map<String, COSDictionary> ours) {
    int same = 0, different = 0, theirsOnly = 0, oursOnly = 0;
    for (Map.Entry<String, COSDictionary> entry : theirs.entrySet()) {
      COSDictionary own = ours.get(entry.getKey());
      if (own == null) {
        System.out.println(entry.getKey() + ": not in the PDF");
        different++;
        continue;
      }
      for (String key : KEYS) {
        COSBase a = present(entry.getValue().getDictionaryObject(key)), b = present(own.getDictionaryObject(key));
        if (a == null && b == null) continue;
        if (a == null || b == null) {
          if (a == null) oursOnly++; else theirsOnly++;
          System.out.println(entry.getKey() + " /" + key + ": only " + (a == null ? "Pressrun " + text(b) : "PDFBox " + text(a)));
        } else if (equal(a, b)) {
          same++;
        } else {
          different++;
          System.out.println(entry.getKey() + " /" + key + ": PDFBox " + text(a) + ", Pressrun " + text(b));
        }
      }
    }
    System.out.println(
        theirs.size() + " annotations; entries: " + same + " the same, " + different + " different, "
            + theirsOnly + " only PDFBox, " + oursOnly + " only Pressrun");
    System.exit(different > 0 ? 1 : 0);
  }

  /** PDFBox writes empty texts and dictionaries for what the source does not say. */
  private static COSBase present(COSBase object) {
    boolean isEmpty =
        object instanceof COSString && ((COSString) object).getString().isEmpty()
            || object instanceof COSDictionary && ((COSDictionary) object).size() == 0;
    return isEmpty ? null : object;
  }

  private static boolean equal(COSBase a, COSBase b) {
    if (a instanceof COSObject) a = ((COSObject) a).getObject();
    if (b instanceof COSObject) b = ((COSObject) b).getObject();
    if (a instanceof COSNumber && b instanceof COSNumber) {
      return Math.abs(((COSNumber) a).floatValue() - ((COSNumber) b).floatValue()) < 0.002;
    }
    if (a instanceof COSString && b instanceof COSString) {
      return words(((COSString) a).getString()).equals(words(((COSString) b).getString()));
    }
    // PDFBox makes /Sy a string, and writes Polyline for PolyLine; Table 170 and 180 have names, and PolyLine.
    if (a instanceof COSName || b instanceof COSName) return name(a).equalsIgnoreCase(name(b));
    if (a instanceof COSArray && b instanceof COSArray) {
      COSArray x = (COSArray) a, y = (COSArray) b;
      if (x.size() != y.size()) return false;
      for (int index = 0; index < x.size(); index++) if (!equal(x.getObject(index), y.getObject(index))) return false;
      return true;
    }
    if (a instanceof COSDictionary && b instanceof COSDictionary) {
      for (COSName key : ((COSDictionary) a).keySet()) {
        COSBase value = ((COSDictionary) b).getDictionaryObject(key);
        if (value == null || !equal(((COSDictionary) a).getDictionaryObject(key), value)) return false;
      }
      return true;
    }
    return a.equals(b);
  }

  /** Line ends and the two ways to write UTC count as the same. */
  private static String words(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n').replace("+00'00'", "Z");
  }

  private static String name(COSBase object) {
    return object instanceof COSName ? ((COSName) object).getName()
        : object instanceof COSString ? ((COSString) object).getString() : "";
  }

  private static String text(COSBase object) {
    if (object instanceof COSName) return "/" + ((COSName) object).getName();
    if (object instanceof COSString) return "(" + ((COSString) object).getString() + ")";
    if (object instanceof COSNumber) return String.valueOf(((COSNumber) object).floatValue());
    if (object instanceof COSArray) {
      StringBuilder text = new StringBuilder("[");
      for (int index = 0; index < Math.min(8, ((COSArray) object).size()); index++) {
        text.append(index > 0 ? " " : "").append(text(((COSArray) object).getObject(index)));
      }
      return text + "]";
    }
    if (object instanceof COSDictionary) {
      StringBuilder text = new StringBuilder("<<");
      for (COSName key : ((COSDictionary) object).keySet()) {
        text.append("/").append(key.getName()).append(" ").append(text(((COSDictionary) object).getDictionaryObject(key)));
      }
      return text + ">>";
    }
    return String.valueOf(object);
  }
}
