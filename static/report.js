// The form of a report: buttons to count with, the round of each feat, and a copy on this device until it is saved.
(() => {
  "use strict";
  const page = document.getElementById("report");
  const form = document.getElementById("form");
  const prefix = page ? page.dataset.keptAs : "";

  // The copy on this device

  const store = {
    read(name) {
      try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
    },
    write(name, value) {
      try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* full, or forbidden: the server has it */ }
    },
    drop(name) {
      try { localStorage.removeItem(name); } catch { /* there is none */ }
    },
    names() {
      try { return Object.keys(localStorage).filter((name) => name.startsWith(prefix)); } catch { return []; }
    },
  };

  if (page) {
    const filed = page.dataset.filed.split(" ");
    const isDone = (copy) => !copy || "over" in page.dataset || filed.includes(copy.key);
    store.names().filter((name) => isDone(store.read(name))).forEach(store.drop);
  }
  document.addEventListener("click", step);
  document.addEventListener("input", (event) => shade(event.target));
  document.addEventListener("htmx:afterSettle", dress);
  dress();
  if (!page || !form || !window.htmx) return;

  const field = (name) => form.elements.namedItem(name);
  const place = `${prefix}-${field("from").value}`;
  const saved = () => document.getElementById("saved");
  const time = document.querySelector("#saved time");
  let base = time ? Date.parse(time.getAttribute("datetime")) : 0; // what was last saved
  let isDirty = false;

  function keep() {
    isDirty = true;
    const values = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    store.write(place, { key: field("key").value, base, at: new Date().toISOString(), values });
  }

  function send() { window.htmx.trigger(form, "keep"); }

  function fail(words) {
    saved().textContent = words;
    saved().classList.add("failed");
  }

  function noConnection() { fail("Not saved: no connection. Everything is kept on this device."); }

  form.addEventListener("input", (event) => {
    keep();
    if (event.target.matches("[data-shapes]")) send();
  });
  form.addEventListener("htmx:beforeRequest", () => { isDirty = false; });
  form.addEventListener("htmx:sendError", () => { isDirty = true; noConnection(); });
  form.addEventListener("htmx:timeout", () => { isDirty = true; noConnection(); });
  form.addEventListener("htmx:responseError", (event) => {
    isDirty = true;
    fail(event.detail.xhr.status === 403
      ? "Not saved: you are logged out, or may not do this. Everything is kept on this device."
      : "Not saved: the server could not do it. Everything is kept on this device.");
  });
  document.addEventListener("report-saved", (event) => {
    base = Date.parse(event.detail.at);
    field("key").value = event.detail.key;
    form.querySelectorAll(".restored").forEach((input) => input.remove());
    const wrong = new Set(event.detail.wrong);
    for (const input of form.elements) {
      if (wrong.has(input.name)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    if (isDirty) keep();
    else store.drop(place);
  });
  window.addEventListener("online", send);
  window.addEventListener("offline", noConnection);
  setInterval(() => { if (isDirty && navigator.onLine) send(); }, 10000);
  form.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    keep();
    noConnection();
    saved().scrollIntoView();
  });

  // What was typed here and never arrived

  function restore(copy) {
    const told = new Map(copy.values);
    for (const input of form.elements) {
      if (!input.name) continue;
      if (input.type === "checkbox") input.checked = told.has(input.name);
      else if (told.has(input.name) && input.name !== "shape") input.value = told.get(input.name);
    }
    for (const [name, value] of told) {
      if (field(name) || !name.includes("/")) continue;
      const input = Object.assign(document.createElement("input"), { type: "hidden", className: "restored", name, value });
      form.append(input);
    }
    form.querySelectorAll(".stepper input").forEach(shade);
    keep();
    send();
  }

  const copy = store.read(place);
  if (copy && copy.values && copy.base === base) restore(copy);
  else if (copy && copy.values) {
    const question = document.getElementById("restore");
    document.getElementById("restore-at").textContent = new Date(copy.at).toLocaleString();
    document.getElementById("restore-yes").addEventListener("click", () => { restore(copy); question.hidden = true; });
    document.getElementById("restore-no").addEventListener("click", () => {
      store.drop(place);
      question.hidden = true;
    });
    question.hidden = false;
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

  // In which round: each one more is noted with the round being played, each one less takes the latest back
  function note(its, by) {
    const list = its.form.elements.namedItem("moments");
    const round = its.form.elements.namedItem("round");
    const [team, ninja, feat] = its.name.split("/");
    const moments = JSON.parse(list.value || "[]");
    if (by > 0 && round && round.value) moments.push([Number(round.value), team, ninja, feat]);
    if (by < 0) {
      const last = moments.findLastIndex((its) => its[1] === team && its[2] === ninja && its[3] === feat);
      if (last >= 0) moments.splice(last, 1);
    }
    list.value = JSON.stringify(moments);
  }
})();
