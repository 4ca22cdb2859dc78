// The page of `pressrun preview`: shows the pages of a document, and new ones when the server reports a change.
"use strict";

const byID = (id) => document.getElementById(id);
const form = byID("choices");
const pages = byID("pages");
const status = byID("status");

/** What is shown. `document` is the last document or mail that was made. */
const state = {
  source: null, session: "", catalog: null, document: null, problems: [], failure: null, began: 0,
  /** The figures of pages; each has `key` (session and version) of its picture, and its digest. */
  figures: [],
};

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

// Choices

const parameters = new URLSearchParams(location.search);

function choose(name, value) {
  if (value) parameters.set(name, value);
  else parameters.delete(name);
}

function fill(select, options, value) {
  select.replaceChildren(...options.map(([key, text]) => element("option", { value: key }, text)));
  if (options.some(([key]) => key === value)) select.value = value;
}

function showCatalog(catalog) {
  state.catalog = catalog;
  for (const label of form.querySelectorAll(".of-kind")) label.hidden = Boolean(catalog.page);
  if (!catalog.page) {
    fill(form.kind, catalog.kinds.map((kind) => [kind.name, kind.name]), state.kind);
    const kind = catalog.kinds.find((kind) => kind.name === form.kind.value);
    const payloads = kind ? kind.payloads : [];
    fill(form.payload, payloads.length ? payloads.map((name) => [name, name.split("/").pop()]) : [["", "none"]], parameters.get("payload") || "");
    byID("locales").replaceChildren(...(kind ? kind.locales : []).map((name) => element("option", { value: name })));
  }
  fill(form.size, [["", "As set"], ...catalog.pageSizes.map((name) => [name, name])], parameters.get("size") || "");
  form.locale.value = parameters.get("locale") || "";
  form.medium.value = parameters.get("medium") || "print";
  byID("title").textContent = catalog.page || form.kind.value || "Preview";
  document.title = `${byID("title").textContent} – Pressrun preview`;
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name === "zoom") {
    const anchor = position();
    choose("zoom", value === "fit" ? "" : value);
    history.replaceState(null, "", `?${parameters}`);
    resize();
    restore(anchor);
    return;
  }
  if (name === "kind") for (const other of ["payload", "locale"]) parameters.delete(other);
  choose(name, name === "medium" && value === "print" ? "" : value);
  history.replaceState(null, "", `?${parameters}`);
  connect();
});

// Events

function connect() {
  if (state.source) state.source.close();
  const query = new URLSearchParams(parameters);
  query.delete("zoom");
  const source = new EventSource(`events?${query}`);
  state.source = source;
  const on = (name, body) => source.addEventListener(name, (event) => body(JSON.parse(event.data)));
  on("hello", ({ catalog, session, kind }) => {
    state.session = session;
    state.kind = kind;
    showCatalog(catalog);
  });
  on("catalog", ({ catalog }) => showCatalog(catalog));
  on("rendering", () => {
    state.began = performance.now();
    document.body.setAttribute("aria-busy", "true");
  });
  on("document", ({ summary, version }) => showDocument(summary, version));
  on("mail", ({ summary, version }) => showMail(summary, version));
  on("failed", ({ problem }) => showFailure(problem));
  on("checked", ({ bytes, problems, version }) => {
    if (!state.document || state.document.version !== version) return;
    state.document.bytes = bytes;
    showStatus();
    showProblems(problems);
  });
  source.addEventListener("refused", (event) => {
    source.close();
    showFailure({ severity: "error", code: "refused", message: JSON.parse(event.data).message, source: "", line: 0, column: 0 });
  });
  source.onerror = () => { status.textContent = "Not connected. Trying again …"; };
}

function showStatus() {
  const { summary, version, bytes } = state.document;
  const parts = [];
  if (summary.pages) parts.push(summary.pages.length === 1 ? "1 page" : `${summary.pages.length} pages`);
  else parts.push(summary.images.length === 1 ? "mail with 1 image" : `mail with ${summary.images.length} images`);
  const time = Object.values(summary.timings).reduce((sum, value) => sum + value, 0);
  parts.push(`made in ${time < 10 ? time.toFixed(1) : Math.round(time)} ms`);
  if (bytes) parts.push(`PDF of ${bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}`);
  parts.push(`version ${version}`);
  status.textContent = parts.join(" · ");
}

function finished() {
  document.body.removeAttribute("aria-busy");
  byID("error").hidden = true;
  state.failure = null;
  pages.classList.remove("stale");
}

function showFailure(problem) {
  document.body.removeAttribute("aria-busy");
  state.failure = problem;
  pages.classList.add("stale");
  const error = byID("error");
  const place = placeOf(problem);
  error.replaceChildren(element("strong", {}, place ? `${place}: ` : "", problem.message));
  if (state.document) error.append(element("div", {}, "The last document without errors is shown below."));
  if (place) {
    const excerpt = element("div");
    error.append(excerpt);
    showExcerpt(problem, excerpt);
  }
  error.hidden = false;
  showProblems(state.problems);
}

// Pages

function zoom() {
  const chosen = parameters.get("zoom") || "fit";
  if (chosen !== "fit") return Number(chosen) || 1;
  const widest = Math.max(1, ...state.document.summary.pages.map((page) => page.width));
  const style = getComputedStyle(pages);
  const width = pages.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.min(1.25, Math.max(0.1, width / widest));
}

/** The page at the top of the view, and how much of it is above. */
function position() {
  const top = pages.scrollTop;
  for (const [index, figure] of state.figures.entries()) {
    const start = figure.node.offsetTop - pages.offsetTop;
    const height = figure.node.offsetHeight;
    if (start + height > top) return { index, part: (top - start) / height };
  }
  return null;
}

function restore(anchor) {
  if (!anchor || !state.figures.length) return;
  const figure = state.figures[Math.min(anchor.index, state.figures.length - 1)];
  const top = figure.node.offsetTop - pages.offsetTop + anchor.part * figure.node.offsetHeight;
  if (Math.abs(top - pages.scrollTop) > 1) pages.scrollTop = top;
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const figure = state.figures.find((figure) => figure.node === entry.target);
    if (figure) figure.isNear = entry.isIntersecting;
  }
  load();
}, { root: pages, rootMargin: "600px 0px" });

function makeFigure(number) {
  const image = element("img", { alt: `Page ${number}` });
  const sheet = element("div", { class: "sheet" }, image);
  const caption = element("figcaption", {}, String(number));
  const node = element("figure", { class: "page", id: `page-${number}` }, sheet, caption);
  return { node, sheet, image, caption, key: "", digest: "", scale: 0, isNear: false, outline: "" };
}

function showDocument(summary, version) {
  const anchor = position();
  const isOther = state.document && !state.document.summary.pages;
  state.document = { summary, version };
  finished();
  if (isOther) pages.replaceChildren();
  byID("pdf").href = `document.pdf?session=${state.session}&version=${version}`;
  while (state.figures.length > summary.pages.length) {
    const figure = state.figures.pop();
    seen.unobserve(figure.node);
    figure.node.remove();
    if (figure.address) URL.revokeObjectURL(figure.address);
  }
  while (state.figures.length < summary.pages.length) {
    const figure = makeFigure(state.figures.length + 1);
    state.figures.push(figure);
    pages.append(figure.node);
    seen.observe(figure.node);
  }
  for (const [index, figure] of state.figures.entries()) {
    figure.caption.textContent = `${index + 1} / ${summary.pages.length}`;
  }
  resize();
  restore(anchor);
  showStatus();
  showProblems(summary.problems);
  if (isPressed("structure")) showStructure();
  load();
}

function resize() {
  if (!state.document || !state.document.summary.pages) return;
  const scale = zoom();
  for (const [index, page] of state.document.summary.pages.entries()) {
    const { style } = state.figures[index].sheet;
    style.width = `${page.width * scale}px`;
    style.height = `${page.height * scale}px`;
  }
  load();
}

let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => {
    const anchor = position();
    resize();
    restore(anchor);
  });
});

/** Pixels per CSS px of a page's picture: those of the screen, within limits. */
function pictureScale(page) {
  const wanted = zoom() * devicePixelRatio;
  const most = Math.sqrt(40e6 / (page.width * page.height));
  return Math.round(Math.min(6, wanted, most) * 100) / 100;
}

let loading = 0;

/** Requests the pictures of pages that are near the view and not up to date, two at a time. */
function load() {
  if (!state.document || !state.document.summary.pages) return;
  for (const [index, figure] of state.figures.entries()) {
    if (loading >= 2) return;
    if (!figure.isNear || figure.isLoading) continue;
    const page = state.document.summary.pages[index];
    const key = `${state.session}/${state.document.version}`;
    const scale = pictureScale(page);
    if (figure.key !== key || figure.scale !== scale) loadPicture(figure, index, key, scale);
    else if (isPressed("outlines") && figure.outline !== key) loadOutline(figure, index, key);
  }
}

async function loadPicture(figure, index, key, scale) {
  figure.isLoading = true;
  loading += 1;
  try {
    const known = figure.scale === scale ? figure.digest : "";
    const response = await fetch(`pages/${key}/${index}?scale=${scale}&known=${known}`);
    if (response.status === 200) {
      const address = URL.createObjectURL(await response.blob());
      const image = figure.image;
      const next = element("img", { src: address, alt: image.alt });
      await next.decode().catch(() => {});
      image.replaceWith(next);
      if (figure.address) URL.revokeObjectURL(figure.address);
      Object.assign(figure, { image: next, address, digest: response.headers.get("etag").replaceAll('"', "") });
    }
    if (response.status === 200 || response.status === 204) {
      Object.assign(figure, { key, scale });
      if (index === 0) reportLatency();
    } else {
      // There is no such picture. It is not requested again for this document.
      Object.assign(figure, { key, scale });
    }
  } catch {
    // The connection ended; the next document requests the picture again.
  } finally {
    figure.isLoading = false;
    loading -= 1;
    const isCurrent = state.document && key === `${state.session}/${state.document.version}`;
    if (figure.key === key || !isCurrent) load();
  }
}

/** The time from the start of a document to its picture, for tests and people with developer tools. */
function reportLatency() {
  if (!state.began) return;
  pages.dataset.latency = Math.round(performance.now() - state.began);
  pages.dataset.version = state.document.version;
  state.began = 0;
}

// Boxes

const isPressed = (id) => byID(id).getAttribute("aria-pressed") === "true";

function toggle(id, show) {
  byID(id).addEventListener("click", () => {
    const pressed = !isPressed(id);
    byID(id).setAttribute("aria-pressed", pressed);
    show(pressed);
  });
}

toggle("outlines", (isShown) => {
  for (const figure of state.figures) {
    figure.outline = "";
    for (const node of figure.sheet.querySelectorAll("svg, .box-name")) node.remove();
  }
  pages.querySelector(".legend")?.remove();
  if (isShown) {
    pages.prepend(element("p", { class: "legend" }, ...[
      ["trim", "page"], ["area", "page area"], ["margin-box", "margin boxes"], ["box", "elements"],
    ].map(([name, text]) => element("span", { class: name }, text))));
  }
  load();
});

function svg(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

const rectangle = (name, [x, y, width, height]) => svg("rect", { class: name, x, y, width, height });

async function loadOutline(figure, index, key) {
  figure.isLoading = true;
  loading += 1;
  try {
    const response = await fetch(`outlines/${key}/${index}`);
    if (response.status === 200 && isPressed("outlines")) showOutline(figure, index, await response.json());
    figure.outline = key;
  } catch {
    // As for pictures.
  } finally {
    figure.isLoading = false;
    loading -= 1;
    load();
  }
}

function showOutline(figure, index, outline) {
  for (const node of figure.sheet.querySelectorAll("svg, .box-name")) node.remove();
  const page = state.document.summary.pages[index];
  const drawing = svg("svg", { viewBox: `0 0 ${page.width} ${page.height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  drawing.append(rectangle("trim", outline.page));
  for (const box of outline.boxes) drawing.append(rectangle("box", box.border));
  for (const box of outline.marginBoxes) drawing.append(rectangle("margin-box", box));
  drawing.append(rectangle("area", outline.area));
  const highlight = svg("g", {});
  drawing.append(highlight);
  const name = element("div", { class: "box-name", hidden: "" });
  figure.sheet.append(drawing, name);

  const find = (event) => {
    const frame = drawing.getBoundingClientRect();
    const x = (event.clientX - frame.left) / frame.width * page.width;
    const y = (event.clientY - frame.top) / frame.height * page.height;
    // Inner boxes follow outer ones.
    return outline.boxes.findLast(({ border: [left, top, width, height] }) => x >= left && x <= left + width && y >= top && y <= top + height);
  };
  drawing.addEventListener("pointermove", (event) => {
    const box = find(event);
    highlight.replaceChildren();
    name.hidden = !box;
    if (!box) return;
    highlight.append(rectangle("padding", box.padding), rectangle("content", box.content), rectangle("border", box.border));
    const round = (value) => Math.round(value * 100) / 100;
    name.textContent = `${box.name}  ${round(box.border[2])} × ${round(box.border[3])} px  ${box.place}`;
    const scale = figure.sheet.clientWidth / page.width;
    name.style.left = `${Math.max(0, box.border[0] * scale)}px`;
    name.style.top = `${Math.max(0, box.border[1] * scale - 24)}px`;
  });
  drawing.addEventListener("pointerleave", () => {
    highlight.replaceChildren();
    name.hidden = true;
  });
}

// Structure

toggle("structure", (isShown) => {
  byID("structure-panel").hidden = !isShown;
  requestAnimationFrame(resize);
  if (isShown) showStructure();
});

async function showStructure() {
  const tree = byID("tree");
  if (!state.document || !state.document.summary.pages) {
    tree.textContent = "Mails have no structure.";
    return;
  }
  const response = await fetch(`structure/${state.session}/${state.document.version}`);
  if (response.status !== 200) return;
  const lists = [element("ul")];
  for (const line of await response.json()) {
    while (lists.length > line.depth + 1) lists.pop();
    const text = line.text || (line.alternative ? `“${line.alternative}”` : "");
    const button = element("button", { type: "button" }, element("span", { class: "type" }, line.type), text);
    if (line.page) {
      button.title = `Page ${line.page}`;
      button.addEventListener("click", () => byID(`page-${line.page}`)?.scrollIntoView({ block: "start" }));
    }
    const item = element("li", {}, button);
    const inside = element("ul");
    item.append(inside);
    lists.at(-1).append(item);
    lists.push(inside);
  }
  for (const list of lists[0].querySelectorAll("ul:empty")) list.remove();
  const top = tree.scrollTop;
  tree.replaceChildren(lists[0]);
  tree.scrollTop = top;
}

// Problems

toggle("problems", (isShown) => { byID("problem-panel").hidden = !isShown; });

function placeOf({ source, line, column }) {
  const start = line ? (source ? `${source}:${line}` : `line ${line}`) : source;
  return line && column ? `${start}:${column}` : start;
}

function showProblems(problems) {
  state.problems = problems;
  const all = state.failure ? [state.failure, ...problems] : problems;
  const button = byID("problems");
  button.classList.toggle("has-errors", Boolean(state.failure));
  button.classList.toggle("has-warnings", all.length > 0);
  byID("problem-count").textContent = all.length === 0 ? "No problems" : all.length === 1 ? "1 problem" : `${all.length} problems`;
  const list = byID("problem-list");
  const key = (problem) => [problem.severity, placeOf(problem), problem.message].join(" ");
  if (list.dataset.key === all.map(key).join("\n")) return;
  list.dataset.key = all.map(key).join("\n");
  const open = new Set([...list.querySelectorAll("[aria-expanded=true]")].map((button) => button.dataset.key));
  if (all.length === 0) {
    list.replaceChildren(element("li", { class: "note" }, "The document has no errors and no warnings."));
    return;
  }
  list.replaceChildren(...all.map((problem) => {
    const excerpt = element("div", { hidden: "" });
    const button = element(
      "button", { type: "button", "aria-expanded": "false" },
      element("span", { class: `severity ${problem.severity}` }, problem.severity),
      element("span", { class: "message" }, problem.message), element("span", { class: "place" }, placeOf(problem)));
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", !isOpen);
      excerpt.hidden = isOpen;
      const page = /^page (\d+)$/.exec(problem.source);
      if (page) byID(`page-${page[1]}`)?.scrollIntoView();
      if (!isOpen && !excerpt.hasChildNodes()) showExcerpt(problem, excerpt);
    });
    button.dataset.key = key(problem);
    if (open.has(key(problem))) {
      button.setAttribute("aria-expanded", true);
      excerpt.hidden = false;
      showExcerpt(problem, excerpt);
    }
    return element("li", {}, button, excerpt);
  }));
}

/** Shows the lines around a problem, with a link to the editor if there is one. */
async function showExcerpt(problem, container) {
  const { source, line, column } = problem;
  const query = new URLSearchParams({ session: state.session, version: state.document ? state.document.version : 0, source, line });
  const response = await fetch(`source?${query}`);
  if (!response.ok) {
    container.hidden = true;
    return;
  }
  const { firstLine, lines, path } = await response.json();
  const block = element("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": placeOf(problem) });
  for (const [index, text] of lines.entries()) {
    const number = firstLine + index;
    block.append(element(
      "div", { class: number === line ? "here" : "" }, element("span", { class: "number" }, String(number)), text || " "));
  }
  container.replaceChildren(block);
  if (path && state.catalog && state.catalog.editor) {
    const address = state.catalog.editor.replaceAll("{file}", encodeURI(path)).replaceAll("{line}", line || 1).replaceAll("{column}", column || 1);
    container.append(element("a", { class: "editor", href: address }, "Open in the editor"));
  }
}

// Mail

async function showMail(summary, version) {
  state.document = { summary, version };
  finished();
  for (const figure of state.figures) seen.unobserve(figure.node);
  state.figures = [];
  byID("pdf").removeAttribute("href");
  showStatus();
  showProblems(summary.problems);
  const base = `mail/${state.session}/${version}`;
  const text = element("pre", { tabindex: "0" });
  const frame = element("iframe", { src: base, title: "The mail", sandbox: "" });
  const isOpen = pages.querySelector(".mail details")?.open;
  const details = element("details", isOpen ? { open: "" } : {}, element("summary", {}, "Text alternative"), text);
  pages.replaceChildren(element("div", { class: "mail" }, frame, details));
  if (isPressed("structure")) showStructure();
  const response = await fetch(`${base}/text`);
  if (response.ok) text.textContent = await response.text();
  pages.dataset.version = version;
}

form.zoom.value = parameters.get("zoom") || "fit";
if (matchMedia("(max-width: 720px)").matches) byID("options").open = false;
connect();
