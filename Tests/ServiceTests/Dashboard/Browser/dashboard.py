"""Uses the dashboard in Chromium. Arguments: the address, a completed job with a document, and what to do: `use`, or
`visit SCHEME WIDTH` to check every page. With PRESSRUN_SCREENSHOTS in the environment, pictures are written to that folder."""

import json
import os
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ADDRESS, JOB, *PART = sys.argv[1:]
SCREENSHOTS = os.environ.get("PRESSRUN_SCREENSHOTS")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Milliseconds. For busy machines: a test that hangs is ended by its suite.
TIMEOUT = 600_000
expect.set_options(timeout=TIMEOUT)
PAGES = {
    "overview": "/", "overview-week": "/?span=7d", "jobs": "/jobs", "jobs-discarded": "/jobs?state=discarded&tenant=acme&queue=default",
    "job": f"/jobs/{JOB}", "held-job": "/jobs/27", "payload": f"/jobs/{JOB}/payload", "bulk": "/jobs/retry?state=discarded&error=timeout",
    "queues": "/queues", "tenants": "/tenants", "workers": "/workers", "batches": "/batches", "schedules": "/schedules",
    "destinations": "/destinations", "archives": "/archives", "policies": "/policies?tenant=acme&kind=note&destination=link",
    "audit": "/audit", "missing": "/jobs/999999999",
}


def new_context(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT)
    return context


def sign_in(page, token):
    page.goto(ADDRESS + "/jobs")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Jobs", exact=True)).to_be_visible()


def check(page, name, faults):
    """Accessibility, errors of the page, and whether something is wider than the screen."""
    violations = Axe().run(page).response["violations"]
    for violation in violations:
        faults.append(f"{name}: {violation['id']}: {json.dumps([n['html'][:200] for n in violation['nodes']][:3])}")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        faults.append(f"{name}: wider than the screen")
    if SCREENSHOTS:
        page.screenshot(path=f"{SCREENSHOTS}/{name}.png", full_page=True)


def visit_all(browser, faults, scheme, width):
    context = new_context(browser, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.on("console", lambda message: message.type in ("error", "warning") and "999999999" not in str(message.location)
            and faults.append(f"console: {message.text} {message.location}"))
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.goto(ADDRESS + "/sign-in")
    check(page, f"sign-in-{scheme}-{width}", faults)
    sign_in(page, "admin")
    for name, path in PAGES.items():
        page.goto(ADDRESS + path)
        if name == "job":
            page.wait_for_load_state("networkidle")
        check(page, f"{name}-{scheme}-{width}", faults)
    context.close()


def filter_and_retry(browser):
    page = new_context(browser).new_page()
    sign_in(page, "operator")
    page.get_by_label("Tenant").press_sequentially("ac")
    expect(page.locator("#tenant-list option")).to_have_count(1)
    page.get_by_label("Tenant").fill("acme")
    page.get_by_role("button", name="Apply").click()
    page.get_by_role("navigation", name="State").get_by_role("link", name="discarded").click()
    # Counting does not wait for the page.
    page.wait_for_url("**state=discarded**")
    count = page.locator("tbody tr").count()
    assert count > 0
    page.get_by_role("link", name="Retry all that match").click()
    noun = "job" if count == 1 else "jobs"
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Retry {count} {noun}?")
    page.get_by_role("button", name="Retry").click()
    expect(page.get_by_role("status")).to_have_text(f"{count} {noun} {'is' if count == 1 else 'are'} ready to run again.")
    expect(page.get_by_text("No jobs match.")).to_be_visible()


def share(browser):
    page = new_context(browser).new_page()
    sign_in(page, "operator")
    page.goto(f"{ADDRESS}/jobs/{JOB}")
    page.get_by_label("Address for email").fill("zoe@acme.example")
    page.get_by_role("button", name="Share to email").click()
    expect(page.get_by_role("status")).to_contain_text("was requested")
    expect(page.get_by_text("email:zoe@acme.example")).to_be_visible()


def live_update(browser):
    """A list that another person changes is refreshed without a reload."""
    watcher, operator = new_context(browser).new_page(), new_context(browser).new_page()
    sign_in(watcher, "viewer")
    sign_in(operator, "operator")
    watcher.goto(ADDRESS + "/queues")
    watcher.evaluate("window.isSame = true")
    operator.goto(ADDRESS + "/queues")
    operator.get_by_title("Pause queue default").click()
    expect(watcher.locator("tr", has_text="default").get_by_text("paused")).to_be_visible()
    assert watcher.evaluate("window.isSame")


def without_script(browser):
    page = new_context(browser, java_script_enabled=False).new_page()
    sign_in(page, "operator")
    page.get_by_label("Kind").fill("invoice")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**kind=invoice**")
    page.goto(f"{ADDRESS}/queues")
    page.get_by_title("Resume queue default").click()
    expect(page.get_by_role("status")).to_have_text("Resumed.")


def keyboard(browser):
    page = new_context(browser).new_page()
    sign_in(page, "viewer")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    faults = []
    if PART[0] == "visit":
        visit_all(browser, faults, PART[1], int(PART[2]))
    else:
        filter_and_retry(browser)
        share(browser)
        live_update(browser)
        without_script(browser)
        keyboard(browser)
    browser.close()
    if faults:
        sys.exit("\n".join(dict.fromkeys(faults)))
