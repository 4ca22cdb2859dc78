"""Uses share links in Chromium. Arguments: the address of an open link, that of a link with the password "correct horse", that of a
revoked link, and the size of the document. With PRESSRUN_SCREENSHOTS in the environment, pictures are written to that folder."""

import json
import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

OPEN, LOCKED, REVOKED, BYTES = sys.argv[1:]
SCREENSHOTS = os.environ.get("PRESSRUN_SCREENSHOTS")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Milliseconds. For busy machines: a test that hangs is ended by its suite.
TIMEOUT = 600_000
expect.set_options(timeout=TIMEOUT)


def new_context(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT)
    return context


def check(page, name, faults):
    """Accessibility, and whether something is wider than the screen."""
    for violation in Axe().run(page).response["violations"]:
        faults.append(f"{name}: {violation['id']}: {json.dumps([n['html'][:200] for n in violation['nodes']][:3])}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        faults.append(f"{name}: wider than the screen")
    if SCREENSHOTS:
        page.screenshot(path=f"{SCREENSHOTS}/link-{name}.png", full_page=True)


def visit(context, view, faults):
    page = context.new_page()
    # Statuses such as 403 are errors to the console; the content security policy's violations are too.
    page.on("console", lambda message: message.type == "error" and "the server responded with a status" not in message.text
            and faults.append(f"console: {message.text}"))
    page.goto(OPEN)
    picture = page.get_by_alt_text("First page of the document")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 100")
    check(page, f"open-{view}", faults)
    page.goto(REVOKED)
    expect(page.get_by_role("heading", level=1)).to_have_text("This link is no longer valid")
    check(page, f"revoked-{view}", faults)
    page.goto(LOCKED)
    check(page, f"password-{view}", faults)
    return page


def with_password(page):
    page.goto(LOCKED)
    assert page.locator("img").count() == 0
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_alt_text("First page of the document")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert os.path.getsize(download.value.path()) == int(BYTES)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    faults = []
    for scheme in ["light", "dark"]:
        for width in [390, 1440]:
            context = new_context(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
            page = visit(context, f"{scheme}-{width}", faults)
            context.close()
    with_password(new_context(browser).new_page())
    browser.close()
    if faults:
        sys.exit("\n".join(dict.fromkeys(faults)))
