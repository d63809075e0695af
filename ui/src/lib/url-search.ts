export type SearchValue = string | string[] | undefined
export type SearchParams = Record<string, SearchValue>

/** Reads `?f=a&f=b&q=x` as `{f: ['a','b'], q: 'x'}`. */
export function parseSearch(text: string): SearchParams {
  const found: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = found[key]
    if (before === undefined) found[key] = value
    else if (Array.isArray(before)) before.push(value)
    else found[key] = [before, value]
  }
  return found
}

/** Writes repeated keys for arrays; empty, absent and false values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one === undefined || one === null || one === '' || one === false) continue
      params.append(key, String(one))
    }
  }
  const result = params.toString()
  return result ? `?${result}` : ''
}

/** One text of a parsed value: the first of several. */
export function one(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean' ? String(first) : ''
}

/** All texts of a parsed value, without duplicates and empty ones. */
export function many(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.map((entry) => one(entry)).filter((entry) => entry !== ''))]
}
