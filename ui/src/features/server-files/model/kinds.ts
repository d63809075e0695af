import type { FileItem } from '@/lib/hosting/file-types'

export type Kind = 'folder' | 'link' | 'other' | 'picture' | 'archive' | 'config' | 'text' | 'file'

const endings: Readonly<Record<Exclude<Kind, 'folder' | 'link' | 'other' | 'file'>, readonly string[]>> = {
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'ico', 'avif'],
  archive: ['zip', 'jar', 'mrpack', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'rar', '7z'],
  config: ['properties', 'yml', 'yaml', 'json', 'json5', 'toml', 'cfg', 'conf', 'ini', 'mcmeta', 'snbt', 'xml'],
  text: ['txt', 'log', 'md', 'csv', 'sh', 'bat', 'js', 'zs', 'lang', 'mcfunction', 'html', 'css'],
}

/** The media types that pictures are shown with; a browser runs nothing that is shown as one. */
const media: Readonly<Record<string, string>> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', ico: 'image/x-icon' }

const endOf = (name: string): string => (name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '')

export const pictureType = (name: string): string => media[endOf(name)] ?? `image/${endOf(name)}`

export function kindOfName(name: string): Kind {
  const end = endOf(name)
  for (const [kind, ends] of Object.entries(endings)) if (ends.includes(end)) return kind as Kind
  return 'file'
}

export function kindOf({ type, name }: Pick<FileItem, 'type' | 'name'>): Kind {
  if (type === 'directory') return 'folder'
  if (type === 'symlink') return 'link'
  return type === 'other' ? 'other' : kindOfName(name)
}

/** Archives that a node unpacks. */
export const isExtractable = ({ type, name }: Pick<FileItem, 'type' | 'name'>): boolean =>
  type === 'file' && /\.(zip|jar|mrpack|tar|tar\.gz|tgz|tar\.zst|7z|rar)$/i.test(name)

export type Language = 'properties' | 'yaml' | 'json' | 'toml' | 'plain'

const languages: Readonly<Record<string, Language>> = {
  properties: 'properties',
  cfg: 'properties',
  conf: 'properties',
  ini: 'properties',
  lang: 'properties',
  yml: 'yaml',
  yaml: 'yaml',
  json: 'json',
  json5: 'json',
  mcmeta: 'json',
  toml: 'toml',
}

export const languageOf = (name: string): Language => languages[endOf(name)] ?? 'plain'
