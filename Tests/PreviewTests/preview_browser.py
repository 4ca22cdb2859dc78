"""Drives `pressrun preview` with Chromium.

Usage: preview_browser.py PRESSRUN CHROMIUM FOLDER

FOLDER is an installation with the kind `letter`. Ends with status 0 if everything is as expected; otherwise an exception says what is
not. With SCREENSHOTS in the environment, pictures of the page are written to that folder.
"""

import http.client
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

pressrun, chromium, home = sys.argv[1:]
# Milliseconds. For busy machines: a test that hangs is ended by its suite.
TIMEOUT = 600_000
expect.set_options(timeout=TIMEOUT)
template = pathlib.Path(home, "Templates/letter/template.html")


def new_context(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT)
    return context


def save(text):
    """Replaces the template as editors do."""
    new = template.with_suffix(".new")
    new.write_text(text)
    new.rename(template)


def pages(texts):
    return "".join(f"<p style='break-after: page'>{text} {{{{title}}}}</p>\n" for text in texts)


def check_requests(address):
    """Requests by other names of this machine, and from other sites, are refused."""
    url = urllib.parse.urlsplit(address)
    for headers, status in [
        ({}, 200),
        ({"Host": "preview.example"}, 403),
        ({"Host": f"127.0.0.1.example:{url.port}"}, 403),
        ({"Origin": "http://other.example"}, 403),
        ({"Origin": f"http://127.0.0.1:{url.port}"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ]:
        connection = http.client.HTTPConnection(url.hostname, url.port)
        connection.request("GET", url.path, headers=headers)
        answer = connection.getresponse()
        assert answer.status == status, (headers, answer.status)
        if status == 200:
            policy = answer.headers["Content-Security-Policy"]
            assert "script-src 'self'" in policy and "unsafe" not in policy, policy
        connection.close()
    # Another user of the machine does not know the key in the address.
    for path, status in [
        (url.path + "source?session=x&version=1&source=../../secret.txt", 404),
        (url.path + "source?session=x&version=1&source=/etc/passwd", 404),
        ("/", 404),
        ("/events", 404),
        ("/preview.js", 404),
        ("/0123456789abcdef0123456789abcdef/", 403),
        ("/0123456789abcdef0123456789abcdef/events", 403),
    ]:
        connection = http.client.HTTPConnection(url.hostname, url.port)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == status, (path, answer.status)
        connection.close()


def expect_tree(page, text, count=1):
    expect(page.locator("#tree").get_by_text(text)).to_have_count(count)


def check_page(page, address):
    problems = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    expect(page.locator(".page")).to_have_count(5)
    expect(page.locator("#page-1 img[src]")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("5 pages")
    page.evaluate("window.isSamePage = true")

    # A saved template is shown without reload, at the same place.
    page.get_by_role("button", name="Structure").click()
    expect_tree(page, "One First")
    page.evaluate("document.getElementById('pages').scrollTop = 700")
    picture = page.locator("#page-2 img").get_attribute("src")
    version = page.locator("#pages").get_attribute("data-version")
    save(pages(["One", "Changed", "Three", "Four", "Five"]))
    expect_tree(page, "Changed First")
    expect(page.locator("#page-2 img")).not_to_have_attribute("src", picture)
    assert page.evaluate("document.getElementById('pages').scrollTop") == 700
    assert page.evaluate("window.isSamePage") is True
    assert version is not None

    # An error is shown with its lines; the last document stays.
    save("<p>\n{{#open}}x")
    error = page.get_by_role("alert")
    expect(error).to_contain_text("letter/template.html")
    expect(error.locator(".excerpt .here, .excerpt")).not_to_have_count(0)
    expect(page.locator("#page-1 img[src]")).to_be_visible()
    expect(page.locator("#problem-count")).to_have_text("1 problem")
    save("<title>Letter</title>\n<h1 style='colour: red'>Fixed {{title}}</h1>\n<script>1</script>")
    expect(error).to_be_hidden()
    expect(page.locator(".page")).to_have_count(1)

    # Problems with their lines.
    page.get_by_role("button", name="2 problems").click()
    page.get_by_role("button", name="letter/template.html:2:12").click()
    expect(page.locator("#problem-list .excerpt .here")).to_contain_text("colour: red")

    # Boxes, with the line of an element.
    page.get_by_role("button", name="Boxes").click()
    expect(page.locator("#page-1 svg .area")).to_have_count(1)
    box = page.locator("#page-1 svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 6)
    expect(page.locator(".box-name")).to_contain_text("letter/template.html:2:1")

    # Export.
    with page.expect_download() as download:
        page.locator("#pdf").click()
    assert pathlib.Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    assert download.value.suggested_filename == "letter.pdf"

    # Other payloads, locales and media.
    page.get_by_label("Payload").select_option("b.json")
    expect_tree(page, "Fixed Second")
    page.get_by_label("Medium").select_option("mail")
    expect(page.frame_locator("iframe").get_by_text("Fixed Second")).to_be_visible()
    page.get_by_text("Text alternative").click()
    expect(page.locator(".mail pre")).to_contain_text("Second")
    page.get_by_label("Medium").select_option("print")
    expect(page.locator(".page")).to_have_count(1)

    # The address keeps the choices.
    page.reload()
    expect(page.get_by_label("Payload")).to_have_value("b.json")
    expect(page.locator("#page-1 img[src]")).to_be_visible()
    assert problems == [], problems


def check_accessibility(browser, address):
    """No rule of axe-core is violated, in any size and colour scheme, with all panels open."""
    for width in [390, 1440]:
        for scheme in ["light", "dark"]:
            # The policy of the page would keep axe out.
            context = new_context(
                browser, viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
            page = context.new_page()
            page.goto(address)
            expect(page.locator("#page-1 img[src]")).to_be_visible()
            page.get_by_role("button", name="problem").click()
            page.locator("#problem-list button").first.click()
            expect(page.locator(".excerpt")).to_be_visible()
            page.get_by_role("button", name="Boxes").click()
            page.get_by_role("button", name="Structure").click()
            expect(page.locator("#tree li")).not_to_have_count(0)
            violations = Axe().run(page).response["violations"]
            found = [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in violations]
            assert found == [], (width, scheme, found)
            context.close()


def screenshots(browser, address, folder):
    for width in [390, 1440]:
        for scheme in ["light", "dark"]:
            page = new_context(browser, viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
            page.goto(address)
            expect(page.locator("#page-1 img[src]")).to_be_visible()
            page.screenshot(path=f"{folder}/{width}-{scheme}.png")
            page.get_by_role("button", name="problem").click()
            page.locator("#problem-list button").first.click()
            page.get_by_role("button", name="Boxes").click()
            if width > 1000:
                page.get_by_role("button", name="Structure").click()
            page.wait_for_timeout(500)
            page.screenshot(path=f"{folder}/{width}-{scheme}-panels.png")
            page.close()


def main():
    save(pages(["One", "Two", "Three", "Four", "Five"]))
    preview = subprocess.Popen(
        [pressrun, "preview", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PRESSRUN_HOME": home})
    try:
        address = preview.stdout.readline().strip()
        assert re.fullmatch("http://127[.]0[.]0[.]1:[0-9]+/[0-9a-f]{32}/", address), address
        check_requests(address)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            try:
                page = new_context(browser, accept_downloads=True).new_page()
                check_page(page, address)
                check_accessibility(browser, address)
                if "SCREENSHOTS" in os.environ:
                    screenshots(browser, address, os.environ["SCREENSHOTS"])
            finally:
                browser.close()
        preview.terminate()
        assert preview.wait() == 0
    finally:
        preview.kill()


main()
