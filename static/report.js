// The form of a report: buttons to count with, the round of each feat, and a copy on this device until it is filed.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const page = byId("report");
  const form = byId("form");
  const prefix = page ? page.dataset.keptAs : "";

  // Copies on this device; there may be no room for them, or no leave
  const quietly = (act, otherwise) => { try { return act(); } catch { return otherwise; } };
  const read = (name) => quietly(() => JSON.parse(localStorage.getItem(name)), null);
  const write = (name, copy) => quietly(() => localStorage.setItem(name, JSON.stringify(copy)));
  const drop = (name) => quietly(() => localStorage.removeItem(name));

  if (page) {
    const filed = page.dataset.filed.split(" ");
    const isDone = (copy) => !copy || "over" in page.dataset || filed.includes(copy.key);
    const names = quietly(() => Object.keys(localStorage), []).filter((name) => name.startsWith(prefix));
    names.filter((name) => isDone(read(name))).forEach(drop);
  }
  document.addEventListener("click", step);
  document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const its = by && event.target.closest(".stepper");
    if (its) { event.preventDefault(); its.querySelector(`[data-by="${by}"]`).click(); }
  });
  document.addEventListener("input", (event) => shade(event.target));
  document.addEventListener("htmx:afterSettle", dress);
  dress();

  // A part of the form that is replaced gives the focus to what stands in its place.
  let focused = "";
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.contains(document.activeElement)) focused = document.activeElement.id;
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    if (focused && byId(focused)) byId(focused).focus({ preventScroll: true });
    focused = "";
  });
  if (!page || !form || !window.htmx) return;

  const field = (name) => form.elements.namedItem(name);
  const place = `${prefix}-${field("from").value}`;
  const time = document.querySelector("#saved time");
  let base = time ? Date.parse(time.getAttribute("datetime")) : 0; // when it was last saved
  let isDirty = false;

  function keep() {
    const values = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    write(place, { key: field("key").value, base, at: new Date().toISOString(), isDirty, values });
  }

  function touch() {
    isDirty = true;
    byId("saved").setAttribute("aria-busy", "true");
    keep();
  }

  function send() { window.htmx.trigger(form, "keep"); }

  function fail(why) {
    isDirty = true;
    byId("saved").textContent = `Not saved: ${why}. Everything is kept on this device.`;
    byId("saved").classList.add("failed");
    byId("saved").removeAttribute("aria-busy");
  }

  const lose = () => fail("no connection");

  form.addEventListener("input", (event) => {
    touch();
    if (!event.target.matches("[data-shapes]")) return;
    event.stopPropagation(); // another grid is wanted at once
    byId("grid").setAttribute("aria-busy", "true");
    send();
  }, true);
  form.addEventListener("htmx:beforeRequest", () => { isDirty = false; });
  form.addEventListener("htmx:afterRequest", () => { byId("grid").removeAttribute("aria-busy"); });
  form.addEventListener("htmx:sendError", lose);
  form.addEventListener("htmx:timeout", lose);
  form.addEventListener("htmx:responseError", (event) => {
    fail(event.detail.xhr.status === 403 ? "you are logged out, or may not do this" : "the server could not do it");
  });
  document.addEventListener("report-saved", (event) => {
    base = Date.parse(event.detail.at);
    field("key").value = event.detail.key;
    form.querySelectorAll(".restored").forEach((input) => input.remove());
    for (const input of form.elements) {
      if (event.detail.wrong.includes(input.name)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    if (isDirty) touch();
    else keep();
  });
  window.addEventListener("online", send);
  window.addEventListener("offline", lose);
  setInterval(() => { if (isDirty && navigator.onLine) send(); }, 10000);
  form.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    touch();
    lose();
    byId("saved").scrollIntoView();
  });

  // What was typed here before this page was loaded. htmx listens to the form only when the page is complete.
  document.addEventListener("DOMContentLoaded", () => {
    const copy = read(place);
    if ("cameBack" in form.dataset) { touch(); send(); } // it holds what was sent: nothing is newer
    else if (!copy || isHere(copy)) drop(place);
    else if (copy.isDirty && copy.base === base) restore(copy);
    else if (copy.isDirty) ask(copy);
    else {
      drop(place);
      if (copy.base > base) location.reload(); // this page was made before the last save arrived
    }
  });

  function isHere({ values }) {
    const told = new Map(values);
    return [...form.elements].every(({ name, type, checked, value }) => !name || /^(key|shape|moments)$/.test(name)
      || (type === "checkbox" ? checked === told.has(name) : !told.has(name) || value === told.get(name)));
  }

  function restore({ values }) {
    const told = new Map(values);
    for (const input of form.elements) {
      if (input.type === "checkbox" && input.name) input.checked = told.has(input.name);
      else if (told.has(input.name) && input.name !== "shape") input.value = told.get(input.name);
    }
    for (const [name, value] of values) {
      if (field(name) || !name.includes("/")) continue;
      form.append(Object.assign(document.createElement("input"), { type: "hidden", className: "restored", name, value }));
    }
    form.querySelectorAll(".stepper input").forEach(shade);
    touch();
    send();
  }

  function ask(copy) {
    const answer = (id, act) => byId(id).addEventListener("click", () => { act(); byId("restore").hidden = true; });
    byId("restore-at").textContent = new Date(copy.at).toLocaleString();
    answer("restore-yes", () => restore(copy));
    answer("restore-no", () => drop(place));
    byId("restore").hidden = false;
  }

  // Counting

  function dress() {
    document.querySelectorAll(".stepper > input:only-child").forEach((input) => {
      const what = input.labels[0].textContent;
      input.before(button(`One less: ${what}`, "\u2212", -1));
      input.after(button(`One more: ${what}`, "+", 1));
      shade(input);
    });
  }

  function button(label, sign, by) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: sign, tabIndex: -1 });
    made.setAttribute("aria-label", label);
    made.dataset.by = by;
    return made;
  }

  function shade(input) {
    const cell = input.closest(".count");
    if (cell) cell.classList.toggle("done", Number(input.value) > 0);
  }

  function step(event) {
    const taken = event.target.closest(".take");
    const pressed = event.target.closest(".stepper button");
    if (!taken && !pressed) return;
    event.preventDefault();
    const its = taken ? taken.form.elements.namedItem(taken.value) : pressed.parentElement.querySelector("input");
    const before = Number(its.value) || 0;
    its.value = taken ? "" : Math.min(Math.max(before + Number(pressed.dataset.by), 0), Number(its.max));
    if (pressed) note(its, Number(its.value) - before);
    its.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // One more is noted with the round being played, one less takes the latest back
  function note(its, by) {
    const list = its.form.elements.namedItem("moments");
    const round = its.form.elements.namedItem("round");
    const [team, ninja, feat] = its.name.split("/");
    const moments = JSON.parse(list.value || "[]");
    if (by > 0 && round && round.value) moments.push([Number(round.value), team, ninja, feat]);
    const last = moments.findLastIndex((moment) => moment.slice(1).join("/") === its.name);
    if (by < 0 && last >= 0) moments.splice(last, 1);
    list.value = JSON.stringify(moments);
  }
})();
