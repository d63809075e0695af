/** What an answer waits for before the page may have it; undefined where nothing is held. */
export let held: Promise<void> | undefined

/**
 * Holds the answers of requests until the returned function is called, or for so many ms. React takes over what the server drew: an answer
 * that the drawing had not, and that arrives before, is drawn as another text than the one that stands there.
 */
export function holdAnswers(most: number): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
    setTimeout(resolve, most)
  })
  return release
}
