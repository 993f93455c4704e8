const PLACE = 'tapedeck.reloadedAt';
/** Least time between reloads of a tab by itself: a stored list that cannot be replaced must not reload it again and again. */
const APART_MS = 30_000;

/** Begins the page again: at once, or as soon as its last reload by itself is long enough ago. */
export function reloadPage(): void {
  let wait = 0;
  try {
    wait = Number(sessionStorage.getItem(PLACE) ?? 0) + APART_MS - Date.now();
    if (wait <= 0) sessionStorage.setItem(PLACE, String(Date.now()));
  } catch {
    // Without storage there is no stored list either.
  }
  if (wait > 0) setTimeout(reloadPage, wait);
  else location.reload();
}
