import { ApiError } from '@/lib/api/errors'
import { files } from '@/lib/hosting/files'
import type { FileItem, Trashed } from '@/lib/hosting/file-types'
import type { NodeSession } from '@/lib/hosting/node-session'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { foldersTo, nameOf, renamed } from './paths'

export type Failed = { name: string; error: unknown }

/** Moves a file or a folder. The folders of the destination are made first, each in turn; one that exists is no failure. */
export async function move(node: NodeSession, source: string, destination: string): Promise<void> {
  for (const folder of foldersTo(destination)) await files.createFolder(node, folder).catch(() => undefined)
  await files.move(node, { source, destination })
}

/** Gives a file or a folder another name in its folder. */
export const rename = (node: NodeSession, path: string, name: string): Promise<void> => move(node, path, renamed(path, name))

/** Does something for each entry, one after the other, and gives those for which it failed. */
export async function each<T extends Pick<FileItem, 'name'>>(
  items: readonly T[],
  change: (item: T) => Promise<unknown>,
): Promise<Failed[]> {
  const failed: Failed[] = []
  for (const item of items) {
    try {
      await change(item)
    } catch (error) {
      failed.push({ name: item.name, error })
    }
  }
  return failed
}

/** The newest deleted things of the paths. */
export function newestOf(trash: readonly Trashed[], paths: readonly string[]): Trashed[] {
  const newest = [...trash].sort((a, b) => b.deleted.localeCompare(a.deleted))
  return paths.flatMap((path) => newest.find((one) => one.path === path) ?? [])
}

/** Takes deletions back; gives those that it could not. */
export async function takeBack(node: NodeSession, paths: readonly string[]): Promise<Failed[]> {
  const { items } = await files.trash(node)
  const found = newestOf(items, paths)
  const gone = new ApiError(404, 'not_in_trash', serverFilesText.remove.notThere)
  const missing = paths.filter((path) => !found.some((one) => one.path === path)).map((path) => ({ name: nameOf(path), error: gone }))
  const failed = await each(
    found.map(({ id, path }) => ({ id, name: nameOf(path) })),
    ({ id }) => files.restore(node, id),
  )
  return [...missing, ...failed]
}
