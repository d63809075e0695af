import type { ItemType } from './item'

/** Parses the typed name or link of an item; a link also contains its kind. */
export function readItem(text: string, kind: ItemType): { kind: ItemType; name: string } {
  const trimmed = text.trim()
  const path = pathOf(trimmed)
  if (!path) return { kind, name: trimmed }
  const [first = '', second = '', third = '', fourth = ''] = path
  if ((first === 'user' || first === 'collection' || first === 'organization') && second) return { kind: first, name: second }
  if (first === 'd' && second) return { kind: 'discussion', name: second }
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
