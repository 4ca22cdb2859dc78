"""Uses Pressrun through gotenberg-client. Argument: the port of the service."""
import sys, tempfile
from pathlib import Path

from gotenberg_client import GotenbergClient
from gotenberg_client.options import Measurement, MeasurementUnitType, PageMarginsType, PageOrientation
from gotenberg_client.constants import A4

folder = Path(tempfile.mkdtemp())
with GotenbergClient(f"http://127.0.0.1:{sys.argv[1]}", backend="requests") as client:
    client.add_headers({"Authorization": "Bearer test"})
    print(client.health.health().overall, client.version.get())
    (folder / "style.css").write_text("h1 { color: navy }")
    (folder / "index.html").write_text("<link rel=stylesheet href=style.css><h1>Hello</h1><p style='break-before:page'>Two")
    inch = Measurement(1, MeasurementUnitType.Inches)
    with client.chromium.html_to_pdf() as route:
        response = (
            route.index(folder / "index.html").resource(folder / "style.css").size(A4)
            .margins(PageMarginsType(inch, inch, inch, inch)).orient(PageOrientation.Landscape)
            .background_graphics().metadata(title="A title", author="An author").run()
        )
    response.to_file(folder / "one.pdf")
    with client.chromium.html_to_pdf() as route:
        route.string_index("<p>Third").run().to_file(folder / "two.pdf")
    with client.merge.merge() as route:
        route.merge([folder / "one.pdf", folder / "two.pdf"]).run().to_file(folder / "merged.pdf")
    with client.metadata.read() as route:
        metadata = route.read(folder / "merged.pdf").run()["merged.pdf"]
    print(metadata)
    assert metadata["PageCount"] == 3 and metadata["Title"] == "A title" and metadata["Author"] == "An author"
    with client.metadata.write() as route:
        route.write(folder / "merged.pdf").metadata(title="Another", keywords=["x", "y"]).run().to_file(folder / "named.pdf")
    with client.metadata.read() as route:
        metadata = route.read(folder / "named.pdf").run()["named.pdf"]
    assert metadata["Title"] == "Another" and metadata["Keywords"] == "x, y" and metadata["PageCount"] == 3, metadata
print("done")
