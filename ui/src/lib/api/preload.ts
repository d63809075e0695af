/** Path and query in a canonical form, independent of the order and encoding of the query. */
function canonical(path: string): string {
  const [base = '', query = ''] = path.split('?')
  const pairs = [...new URLSearchParams(query)].map(([key, value]) => `${key}=${value}`).sort()
  return `${base}?${pairs.join('&')}`
}

let answers: Map<string, unknown> | undefined

function parse(text: string | null | undefined): Map<string, unknown> {
  if (!text) return new Map()
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed && typeof parsed === 'object'
      ? new Map(Object.entries(parsed).map(([path, data]) => [canonical(path), data as unknown]))
      : new Map()
  } catch {
    return new Map()
  }
}

/** Takes the preloaded answer for this path, at most once. */
export function takePreloaded(path: string): { data: unknown } | undefined {
  answers ??= parse(document.getElementById('preload')?.textContent)
  const key = canonical(path)
  if (!answers.has(key)) return undefined
  const data = answers.get(key)
  answers.delete(key)
  return { data }
}

/** Gives the preloaded answers of a page that is drawn without a document. */
export function setPreload(text: string): void {
  answers = parse(text)
}

/** Forgets what was read, for tests. */
export function resetPreload(): void {
  answers = undefined
}
