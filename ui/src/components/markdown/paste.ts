import { checkUrl } from './url-check'

export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The pictures among pasted or dropped files. */
export function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => pictureTypes.includes(file.type))
}

/** Escapes brackets and backslashes that would end a label early. */
function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}

/** Encodes the characters of an address that would end a link's parentheses early. */
function escapeAddress(url: string): string {
  return url.replace(/[()\\<>\s]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

export const linkText = (label: string, url: string): string => `[${escapeLabel(label)}](${escapeAddress(url)})`
export const imageText = (alt: string, url: string): string => `![${escapeLabel(alt)}](${escapeAddress(url)})`

/**
 * The link for a pasted address, labelled with the selection or with the address itself. Undefined where the text
 * stays as it is: it is no address, or it is pasted into a link's parentheses or into code.
 */
export function pastedLink(pasted: string, selected: string, before: string): string | undefined {
  const text = pasted.trim()
  if (text === '' || /\s/.test(text) || !/^https?:\/\//i.test(text) || selected.includes('\n')) return undefined
  if (/\]\($|<$|["'=]$/.test(before) || (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2 === 1) return undefined
  const { url } = checkUrl(text)
  return url ? linkText(selected.trim() || url, url) : undefined
}
