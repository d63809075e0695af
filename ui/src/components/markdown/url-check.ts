import { editorText as t } from '@/lib/i18n/zh-Hans/editor'

/** Hosts that serve files only for a limited time or only to their own pages. */
const blocked = ['forgecdn', 'cdn.discordapp', 'media.discordapp']

/** A path on this site. */
const ownPath = /^\/(?!\/)/

export type CheckedUrl = { url: string; error?: undefined } | { url?: undefined; error: string | undefined }

/** Checks an address for links and pictures; http becomes https. An empty one is neither valid nor invalid. */
export function checkUrl(text: string): CheckedUrl {
  const value = text.trim()
  if (value === '') return { error: undefined }
  let url: URL
  try {
    url = new URL(value, ownPath.test(value) ? location.origin : undefined)
  } catch {
    return { error: t.malformed }
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { error: t.protocol }
  // Addresses of this site keep their scheme; its pictures are named by their path.
  if (url.origin === location.origin) return { url: url.pathname + url.search + url.hash }
  url.protocol = 'https:'
  if (blocked.some((part) => url.hostname.includes(part))) return { error: t.blocked }
  return { url: url.toString() }
}

/** The id of a video in its link. */
export function videoId(link: string): string | undefined {
  return /(?:video|bangumi\/play)\/([0-9A-Za-z]{1,12})/.exec(link)?.[1]
}

/** The embedded player of a video. */
export function videoFrame(id: string): string {
  return `<iframe src="https://player.bilibili.com/player.html?bvid=${id}&page=1&high_quality=1" width="560" height="315" frameborder="0" allowfullscreen></iframe>`
}
