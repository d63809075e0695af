import type { Kept } from '@/lib/hosting/backups'

/** A folder below another one; paths begin with one slash. */
export const below = (path: string, name: string): string => (path === '/' ? `/${name}` : `${path}/${name}`)

/** The folders from the top to one, with their paths. */
export function stepsTo(path: string): readonly { name: string; path: string }[] {
  const names = path.split('/').filter(Boolean)
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }))
}

const rank = ({ type }: Kept) => (type === 'directory' ? 0 : 1)

/** Folders first, then by name. */
export const sorted = (items: readonly Kept[]): readonly Kept[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'zh-Hans', { numeric: true }))
