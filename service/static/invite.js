// An invitation: take a seat.

import { ask } from "/static/study.js";

const form = document.querySelector("form.join");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  form.querySelector(".error").textContent = "";
  try {
    const name = form.elements.name.value.trim();
    const found = await ask("POST", `/invites/${encodeURIComponent(form.dataset.invite)}`, name ? { name } : {});
    localStorage.setItem(`ludosoph.invite.${found.secret}`, form.dataset.invite);
    location.assign(`/play/${found.secret}`);
  } catch (error) {
    form.querySelector(".error").textContent = error.message;
  }
});
