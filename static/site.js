/* What every page can do better with a script. All of it works without. */

/* Light or dark without loading the page again: what somebody has typed stays. */
document.addEventListener("submit", (event) => {
  const form = event.target.closest(".theme-switch");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll(".theme-switch button")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
  const told = new FormData(form, event.submitter);
  void fetch(form.action, { method: "POST", body: told, redirect: "manual" });
});

/* Copying what stands in a field. */
for (const button of document.querySelectorAll("[data-copy]")) {
  button.parentElement.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const say = (words) => { button.nextElementSibling.textContent = words; };
    say("");
    try {
      await navigator.clipboard.writeText(field.value);
      say("Copied.");
    } catch { field.select(); say("Copy what is marked."); } // a browser may refuse it
  });
}

/* The search in the head of every page: the keys that lead to it, and its suggestions as a combobox.
   Without this file the box is a plain form. */
(() => {
  const OFF = "search-key-off";
  const field = document.querySelector("main [data-search]") || document.querySelector("[data-search]");
  if (!field) return;
  const stored = (value) => {
    try {
      return value === undefined ? localStorage.getItem(OFF) : localStorage.setItem(OFF, value);
    } catch { return null; } // a browser may keep nothing
  };

  /* Keys that work everywhere. A slash is a slash where somebody writes. */
  const writes = (one) => one.isContentEditable || one.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
  document.addEventListener("keydown", (event) => {
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !writes(event.target) && stored() !== "yes";
    const isK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.defaultPrevented || event.isComposing || !(isSlash || isK)) return;
    event.preventDefault();
    if (field.checkVisibility()) { field.focus(); field.select(); }
    else location.assign(field.form.action);
  });
  field.setAttribute("aria-keyshortcuts", "/ Control+K Meta+K");

  /* Who types while the page still loads is answered too: nobody was told of those keys, and nobody need press another.
     htmx takes charge with this same event, and was there first. */
  document.addEventListener("DOMContentLoaded", () => {
    if (field.value !== field.defaultValue) field.closest("[hx-get]")?.dispatchEvent(new Event("early"));
  });

  /* Whoever steers by voice can turn the single key off. */
  const choice = document.querySelector("[data-shortcut]");
  if (choice) {
    const box = choice.querySelector("input");
    box.checked = stored() !== "yes";
    box.addEventListener("change", () => stored(box.checked ? "no" : "yes"));
    choice.hidden = false;
  }

  /* Suggestions: the focus stays in the field, arrows choose. */
  const list = document.getElementById("suggestions");
  if (!list || !list.parentElement.contains(field)) return;
  const options = () => [...list.querySelectorAll("[role=option]")];
  const chosen = () => list.querySelector("[aria-selected=true]");
  let wanted = true;
  const choose = (option) => {
    chosen()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  };
  const show = (open) => {
    const isOpen = open && options().length > 0;
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", isOpen);
    if (!isOpen) choose(null);
  };
  const move = (step) => {
    if (list.hidden) show(true);
    const all = options();
    if (all.length) choose(all.at((all.indexOf(chosen()) + (step < 0 && !chosen() ? 0 : step)) % all.length));
  };
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", "suggestions"], ["aria-expanded", "false"]]) field.setAttribute(name, value);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && chosen()) chosen().click();
    else if (event.key === "Escape" && !list.hidden) { wanted = false; show(false); }
    else return;
    event.preventDefault();
  });
  field.addEventListener("input", () => { wanted = true; choose(null); });
  list.addEventListener("htmx:afterSwap", () => { choose(null); show(wanted && document.activeElement === field); });
  field.form.addEventListener("focusout", (event) => { if (!field.form.contains(event.relatedTarget)) show(false); });
})();
