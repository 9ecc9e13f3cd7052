// What every page can do better with a script. All of it works without.

// Light or dark without loading the page again: what somebody has typed stays.
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
