/** FNV-1a over UTF-16 code units, in base 36: the server computes the same (Mark in readapi/picture). */
function markOf(address: string): string {
  let hash = 2166136261
  for (let at = 0; at < address.length; at++) hash = Math.imul(hash ^ address.charCodeAt(at), 16777619)
  return (hash >>> 0).toString(36)
}

/**
 * Where a project's icon is loaded from: an icon on another site, as imports have them, through this one. The server
 * keeps it in 48, 96 and 192 pixels (platform/remotepicture).
 */
export function iconSources(src: string, project: string | undefined, size: number): { src: string; srcSet?: string } {
  if (!project || !src.startsWith('https://') || src.startsWith(`${location.origin}/`)) return { src }
  const base = `/pictures/icon/${project}/${markOf(src)}/`
  const width = size > 48 ? 96 : 48
  return { src: base + width, srcSet: `${base + 2 * width} 2x` }
}

/** The picture of what has none: drawn by the server from its id, in its accent, with an initial. */
export function identicon(seed: string, name: string, color?: number | null): string {
  const accent = color == null ? '' : `&color=${color.toString(16).padStart(6, '0')}`
  return `/pictures/identicon/${encodeURIComponent(seed)}?name=${encodeURIComponent(name)}${accent}`
}
