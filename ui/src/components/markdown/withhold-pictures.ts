import { proseRemoteText as t } from '@/lib/i18n/zh-Hans/prose-remote'
import css from './message-prose.module.css'

/** The attribute of a button that stands for a picture: the picture's address. */
export const WITHHELD = 'data-picture'

const picture = /<img\b[^>]*>/g
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const plain = (text: string) => text.replaceAll('&amp;', '&')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function hostOf(src: string): string | undefined {
  try {
    const { host, origin } = new URL(plain(src), location.origin)
    return origin === location.origin ? undefined : host
  } catch {
    return ''
  }
}

/**
 * Replaces the pictures of other hosts in sanitised HTML by buttons that name the host: to load one tells its host who
 * reads the message, and when. Those at the addresses `pressed` load. The server's sanitiser writes attributes in double quotes and
 * escapes what is in them.
 */
export function withholdPictures(html: string, pressed: ReadonlySet<string> = new Set()): string {
  return html.replace(picture, (tag) => {
    const src = attribute(tag, 'src')
    const host = hostOf(src)
    if (host === undefined) return tag
    if (pressed.has(plain(src))) return tag.replace('<img', '<img referrerpolicy="no-referrer"')
    const alt = attribute(tag, 'alt')
    return `<button type="button" class="${css.withheld}" ${WITHHELD}="${src}" data-alt="${alt}">${escaped(t.show(host))}${alt ? `：${alt}` : ''}</button>`
  })
}
