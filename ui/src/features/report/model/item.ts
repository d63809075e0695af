export const itemTypes = ['project', 'version', 'user'] as const
export type ItemType = (typeof itemTypes)[number]
export const reasons = ['spam', 'copyright', 'inappropriate', 'malicious', 'name-squatting'] as const
export type Reason = (typeof reasons)[number]

export const isItemType = (text: unknown): text is ItemType => itemTypes.some((one) => one === text)
export const isReason = (text: unknown): text is Reason => reasons.some((one) => one === text)

/** What a person typed or pasted as the name of an item: a link of the site says its kind too. */
export function readItem(text: string, kind: ItemType): { kind: ItemType; name: string } {
  const trimmed = text.trim()
  const path = pathOf(trimmed)
  if (!path) return { kind, name: trimmed }
  const [first = '', second = '', third = '', fourth = ''] = path
  if (first === 'user' && second) return { kind: 'user', name: second }
  if (third === 'version' && fourth) return { kind: 'version', name: fourth }
  if (first && second) return { kind: 'project', name: second }
  return { kind, name: trimmed }
}

/** Segments of a link or an absolute path; undefined for a bare name. */
function pathOf(text: string): string[] | undefined {
  if (!text.startsWith('/') && !/^https?:\/\//i.test(text)) return undefined
  try {
    return new URL(text, 'https://site.invalid').pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
