// Runs before the first paint, so that the page never flashes in the wrong theme.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem('tapedeck.theme');
  } catch {
    // Storage may be closed to this page; the default stays.
  }
  if (theme !== 'dark' && theme !== 'light') theme = 'dark';
  document.documentElement.dataset.theme = theme;
})();
