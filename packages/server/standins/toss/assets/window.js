"use strict";

// A second press must not post again: the first answer, the way back to the shop, would be thrown away.
const form = document.querySelector("form");

if (form !== null) {
  form.addEventListener("submit", (event) => {
    if (form.getAttribute("aria-busy") === "true") event.preventDefault();
    else form.setAttribute("aria-busy", "true");
  });
  // The browser's back button may show this page again exactly as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
}
