import type { Kept } from '@/lib/hosting/backups'
import type { FileItem, FileList } from '@/lib/hosting/file-types'

/** A folder below another one; paths begin with one slash. */
export const below = (path: string, name: string): string => (path === '/' ? `/${name}` : `${path}/${name}`)

/** The folder that something is in. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

/** What a server has at a path: known, and nothing; or not known, where the folder has more entries than were looked at. */
export type Standing = { known: boolean; item?: FileItem }

export function standingOf({ items, count }: Pick<FileList, 'items' | 'count'>, path: string): Standing {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const item = items.find((one) => one.name === name)
  return item ? { known: true, item } : { known: items.length >= count }
}

/** The folders from the top to one, with their paths. */
export function stepsTo(path: string): readonly { name: string; path: string }[] {
  const names = path.split('/').filter(Boolean)
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }))
}

const rank = ({ type }: Kept) => (type === 'directory' ? 0 : 1)

/** Folders first, then by name. */
export const sorted = (items: readonly Kept[]): readonly Kept[] =>
  [...items].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'zh-Hans', { numeric: true }))
