import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { serverFileDepth, serverFileName } from '@/lib/limits.gen'

const t = serverFilesText.names

const bytesOf = (text: string) => new TextEncoder().encode(text).length
const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** A path as people and addresses give it, with one slash before it and none after it. */
export const cleanPath = (path: string): string => `/${segmentsOf(path).join('/')}`

export const nameOf = (path: string): string => segmentsOf(path).at(-1) ?? ''

export const parentOf = (path: string): string => `/${segmentsOf(path).slice(0, -1).join('/')}`

export const joined = (folder: string, name: string): string => cleanPath(`${folder}/${name}`)

/** The same folder with another last segment. */
export const renamed = (path: string, name: string): string => joined(parentOf(path), name)

/** Whether a path is a folder or lies below it. */
export const isWithin = (path: string, folder: string): boolean => folder === '/' || path === folder || path.startsWith(`${folder}/`)

/** The folders from the top to a path, each with its name; the top has none. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const segments = segmentsOf(path)
  return [{ name: '', path: '/' }, ...segments.map((name, at) => ({ name, path: `/${segments.slice(0, at + 1).join('/')}` }))]
}

/** The folders that a path needs, the outermost first. */
export const foldersTo = (path: string): string[] =>
  crumbsOf(parentOf(path))
    .slice(1)
    .map((crumb) => crumb.path)

/** Why the node would refuse a name; undefined where it would not. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return t.empty
  if (name === '.' || name === '..') return t.dots
  if (/[/\\]/.test(name)) return t.slash
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return t.control
  if (/\p{Surrogate}/u.test(name)) return t.control
  if (bytesOf(name) > serverFileName) return t.long
  return undefined
}

/** Why the node would refuse a path; undefined where it would not. */
export function pathFault(path: string): string | undefined {
  const segments = segmentsOf(path)
  if (segments.length > serverFileDepth) return t.deep
  return segments.map(nameFault).find((fault) => fault !== undefined)
}

/** The parts of a name before and with its ending; `.jar` of `a.jar`, nothing of `.env`, `.tar.gz` as one. */
function endingOf(name: string): [stem: string, ending: string] {
  const at = /\.tar\.\w+$/i.exec(name)?.index ?? name.lastIndexOf('.')
  return at > 0 ? [name.slice(0, at), name.slice(at)] : [name, '']
}

/** How many characters of a name are selected when it is edited: all before the ending. */
export const stemLength = (name: string): number => endingOf(name)[0].length

/** A name like this that is not taken: `a (2).jar`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const [stem, ending] = endingOf(name)
  const [, base = stem, number = '1'] = /^(.*) \((\d+)\)$/.exec(stem) ?? []
  for (let next = Number(number) + 1; ; next += 1) {
    const tried = `${base} (${next})${ending}`
    if (!isTaken(tried)) return tried
  }
}
