// Once for all files of a worker. A growing text field measures itself after every render: jsdom would go through all
// style sheets only to return zeros.
const computeStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element, pseudo) =>
  element instanceof HTMLTextAreaElement ? element.style : computeStyle(element, pseudo);
