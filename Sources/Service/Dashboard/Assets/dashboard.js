// Suggests values in filters, and refreshes the parts of a page that change. Every page works without it.
"use strict";

// Values for fields with data-suggest, while one types.
for (const input of document.querySelectorAll("input[data-suggest]")) {
  const list = document.getElementById(input.getAttribute("list"));
  let timer, request;
  const suggest = async () => {
    request?.abort();
    request = new AbortController();
    const query = new URLSearchParams({ field: input.dataset.suggest, text: input.value });
    try {
      const answer = await fetch(`/jobs/suggestions?${query}`, { signal: request.signal });
      if (!answer.ok) return;
      list.replaceChildren(...(await answer.json()).map((value) => new Option(value, value)));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, 120);
  };
  input.addEventListener("input", later);
  input.addEventListener("focus", later, { once: true });
}

// Parts with data-live are replaced by those of the same page, read again. Not while the page is hidden, or a part of it is in
// use.
const main = document.querySelector("main[data-refresh]");
if (main) {
  const isInUse = (part) =>
    part.contains(document.activeElement) || part.matches(":hover:has(a:hover, button:hover)")
    || (!getSelection().isCollapsed && part.contains(getSelection().anchorNode));
  const refresh = async () => {
    if (document.hidden) return;
    const address = new URL(location);
    address.searchParams.delete("notice");
    const answer = await fetch(address, { headers: { Accept: "text/html" }, redirect: "error" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const next = page.querySelector(`[data-live="${part.dataset.live}"]`);
      if (next && !isInUse(part) && next.innerHTML !== part.innerHTML) part.replaceWith(document.adoptNode(next));
    }
    main.dataset.refreshed = String(Number(main.dataset.refreshed ?? 0) + 1);
  };
  const seconds = Number(main.dataset.refresh);
  let wait = seconds;
  const loop = async () => {
    try {
      await refresh();
      wait = seconds;
    } catch {
      // The server is away, or the session has ended: try more and more seldom.
      wait = Math.min(wait * 2, 120);
    }
    setTimeout(loop, wait * 1000);
  };
  setTimeout(loop, wait * 1000);
}

// On narrow screens the navigation scrolls.
document.querySelector(".sections [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A form is sent once.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
