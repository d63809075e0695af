import { checkUrl } from './url-check'

export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The pictures among pasted or dropped files. */
export function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => pictureTypes.includes(file.type))
}

/** Brackets and backslashes that would end a label early are escaped. */
function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}

/** An address inside a link's round brackets: what would end it early is encoded. */
function escapeAddress(url: string): string {
  return url.replace(/[()\\<>\s]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

export const linkText = (label: string, url: string): string => `[${escapeLabel(label)}](${escapeAddress(url)})`
export const imageText = (alt: string, url: string): string => `![${escapeLabel(alt)}](${escapeAddress(url)})`

/**
 * The link that a pasted address becomes, labelled with the selection or with itself. Undefined where it shall stay
 * as it is: it is no address, or it is pasted into the brackets of a link or into code.
 */
export function pastedLink(pasted: string, selected: string, before: string): string | undefined {
  const text = pasted.trim()
  if (text === '' || /\s/.test(text) || !/^https?:\/\//i.test(text) || selected.includes('\n')) return undefined
  if (/\]\($|<$|["'=]$/.test(before) || (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2 === 1) return undefined
  const { url } = checkUrl(text)
  return url ? linkText(selected.trim() || url, url) : undefined
}
