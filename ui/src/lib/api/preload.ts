let answers: Map<string, unknown> | undefined

function read(): Map<string, unknown> {
  const text = document.getElementById('preload')?.textContent
  if (!text) return new Map()
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed && typeof parsed === 'object' ? new Map(Object.entries(parsed)) : new Map()
  } catch {
    return new Map()
  }
}

/** Takes the answer the server put into the page for this path, at most once. */
export function takePreloaded(path: string): { data: unknown } | undefined {
  answers ??= read()
  if (!answers.has(path)) return undefined
  const data = answers.get(path)
  answers.delete(path)
  return { data }
}

/** Forgets what was read, for tests. */
export function resetPreload(): void {
  answers = undefined
}
