// Once for all files of a worker. A text field that grows measures itself after every render: jsdom would go through
// all style sheets for nothing but zeros.
const computeStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element, pseudo) =>
  element instanceof HTMLTextAreaElement ? element.style : computeStyle(element, pseudo);
