import type { Entry } from '../api'

/** A folder with what is in it. Folders that hold nothing but one folder are one with it: `com/example/quay`. */
export type Folder = { name: string; path: string; folders: Folder[]; files: Entry[]; count: number }

type Growing = { folders: Map<string, Growing>; files: Entry[] }

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Arranges the entries of an archive in folders, each in the order of names. */
export function treeOf(entries: readonly Entry[]): Folder {
  const root: Growing = { folders: new Map(), files: [] }
  for (const entry of entries) {
    let at = root
    for (const name of entry.path.split('/').slice(0, -1)) {
      let next = at.folders.get(name)
      if (!next) at.folders.set(name, (next = { folders: new Map(), files: [] }))
      at = next
    }
    at.files.push(entry)
  }
  return folderOf('', '', root)
}

function folderOf(name: string, path: string, growing: Growing): Folder {
  const [only] = growing.folders
  if (name && only && growing.folders.size === 1 && growing.files.length === 0)
    return folderOf(`${name}/${only[0]}`, `${path}/${only[0]}`, only[1])
  const folders = [...growing.folders]
    .sort(([a], [b]) => byName(a, b))
    .map(([inner, one]) => folderOf(inner, path ? `${path}/${inner}` : inner, one))
  const files = growing.files.toSorted((a, b) => byName(fileName(a.path), fileName(b.path)))
  return { name, path, folders, files, count: files.length + folders.reduce((sum, one) => sum + one.count, 0) }
}

/** The last part of a path. */
export { fileName }

/** The entries whose path holds every word of a text. */
export function entriesWith(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
}
