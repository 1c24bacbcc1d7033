// Copy buttons; without a script they are not there.
for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "copied";
    setTimeout(() => (button.textContent = "copy"), 1500);
  });
}
// A link to a folded finding opens it.
const open = () => document.querySelector(`${location.hash || "#findings"} > details`)?.setAttribute("open", "");
addEventListener("hashchange", open);
open();
