import { ApiError } from '@/lib/api/errors'
import { drawSquare, type Square } from '@/lib/encode-icon'
import { files, GAME_ICON, ORIGINAL_ICON, pngOf, serverIcon } from '@/lib/hosting/files'
import type { NodeSession } from '@/lib/hosting/node-session'

/** A server's picture: as the game shows it, 64 × 64, and as the site does, 512 × 512. Both are PNG. */
export type ServerIcon = { game: Blob; original: Blob }

const GAME_SIDE = 64
const ORIGINAL_SIDE = 512

/** Draws both sizes of a square of a picture, each from the picture itself: nothing is lost between them. */
export async function drawServerIcon(image: CanvasImageSource, square: Square): Promise<ServerIcon> {
  return { game: await pngOf(drawSquare(image, square, GAME_SIDE)), original: await pngOf(drawSquare(image, square, ORIGINAL_SIDE)) }
}

/** The picture that the site shows; null where there is none. The folder is read first, since a browser reports a missing file as a fault. */
export async function readServerIcon(node: NodeSession): Promise<Blob | null> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items, total } = await files.list(node, { path: '/', page, page_size: 100 })
    if (items.some(({ name }) => `/${name}` === ORIGINAL_ICON)) return (await serverIcon(node)) ?? null
    pages = total
  }
  return null
}

async function put(node: NodeSession, path: string, body: Blob): Promise<void> {
  try {
    await files.update(node, path, body)
  } catch (error) {
    if (!ApiError.is(error, 404)) throw error
    await files.createFile(node, path, body)
  }
}

/** Writes both files. The one that the site shows comes last: where it is new, the other one is too. */
export async function putServerIcon(node: NodeSession, icon: ServerIcon): Promise<void> {
  await put(node, GAME_ICON, icon.game)
  await put(node, ORIGINAL_ICON, icon.original)
}

/** Deletes both files; one that is not there is no error. */
export async function removeServerIcon(node: NodeSession): Promise<void> {
  for (const path of [GAME_ICON, ORIGINAL_ICON]) {
    try {
      await files.remove(node, path, false)
    } catch (error) {
      if (!ApiError.is(error, 404)) throw error
    }
  }
}
