// The app's own addresses: `/`, `/new/{kind}`, `/g/{id}`, `/learn/{kind}/{lesson}`, `/rules/{kind}#7`, `/analysis/{kind}`, `/edit/{kind}`, `/a/{id}`, `/studies`, `/practice/{kind}`, `/@/{name}`, `/players`, `/inbox`, `/tv/{kind}`, `/library/{id}`, `/host`, `/ticket#…`.

/** @type {(() => void) | null} */
let show = null;

/** @param {() => void} render */
export function startRouter(render) {
  show = render;
  addEventListener('popstate', render);
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a[data-route]') : null;
    if (!(anchor instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  });
  render();
}

/** @param {string} address @param {'start'} [from] where a game is shown first, if not at its end */
export function go(address, from) {
  history.pushState(from ? { from } : null, '', address);
  show?.();
  scrollTo(0, 0);
}
