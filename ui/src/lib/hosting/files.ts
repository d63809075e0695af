import { ApiError } from '@/lib/api/errors'
import { ask, change, createHosting } from './client'
import type { Extraction, FileFound, FileList, FileOperation, Trashed, Unarchived } from './file-types'
import { NodeSession } from './node-session'
import type { NodeAuth, Send } from './request'

/** The picture that the site shows, and the one that the game shows. */
export const ORIGINAL_ICON = '/server-icon-original.png'
export const GAME_ICON = '/server-icon.png'
const BYTES = 'application/octet-stream'
/** Changes of many files, and contents over a slow line, take longer than other requests. */
const LONG_MS = 120_000

/** The credentials for the files of a server. */
export const fileSession = (id: string): NodeSession =>
  new NodeSession(() => ask<NodeAuth>({ method: 'GET', path: `servers/${encodeURIComponent(id)}/fs` }))

/** A file of a server, as bytes. */
export async function download(node: NodeSession, path: string, client: Send = createHosting()): Promise<Blob> {
  return (await client({ method: 'GET', path: 'download', query: { path }, node })).blob()
}

/** A folder of a server and all in it, as one zip. */
async function archive(node: NodeSession, path: string): Promise<Blob> {
  // The node looks at the whole folder before its first byte.
  return (await createHosting()({ method: 'GET', path: 'archive', query: { path }, node, retry: false, timeoutMs: LONG_MS })).blob()
}

/** The picture of a server; undefined where it has none. */
export async function serverIcon(node: NodeSession, client?: Send): Promise<Blob | undefined> {
  try {
    return await download(node, ORIGINAL_ICON, client)
  } catch (error) {
    if (!ApiError.is(error, 404)) throw error
    console.info('no server icon found')
    return undefined
  }
}

/** A drawn picture as a file. */
export function pngOf(canvas: Pick<HTMLCanvasElement, 'toBlob'>): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Canvas toBlob failed'))), 'image/png')
  })
}

/** A file's bytes and the mark of this content; or only its size where it is longer than was asked for. */
export type Content = { blob: Blob; etag: string | undefined } | { tooLarge: number }

/** Reads a file of at most `most` bytes. The rest of a longer one is not transferred. */
async function content(node: NodeSession, path: string, most: number, signal?: AbortSignal): Promise<Content> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal?.addEventListener('abort', end)
  try {
    const response = await createHosting()({ method: 'GET', path: 'download', query: { path }, node, signal: ended.signal })
    const size = Number(response.headers.get('Content-Length') ?? 0)
    if (size > most) {
      end()
      return { tooLarge: size }
    }
    const blob = await response.blob()
    return blob.size > most ? { tooLarge: blob.size } : { blob, etag: response.headers.get('ETag') ?? undefined }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** Replaces a file's content. With a mark only where it still is the content of that mark. Gives the new one where the node says it. */
async function update(node: NodeSession, path: string, body: Blob, etag?: string): Promise<string | undefined> {
  const headers: Record<string, string> = etag === undefined ? {} : { 'If-Match': etag }
  try {
    const answer = await createHosting()({
      method: 'PUT',
      path: 'update',
      query: { path },
      body,
      contentType: BYTES,
      node,
      headers,
      timeoutMs: LONG_MS,
    })
    return answer.headers.get('ETag') ?? undefined
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    throw error
  }
}

type Move = { source: string; destination: string }

/** The calls of a node about the files of a server. Paths begin with one slash and are below the server's folder. */
export const files = {
  /** A page of a folder, from 1. It is never repeated. */
  list: (node: NodeSession, query: { path: string; page: number; page_size: number }, signal?: AbortSignal) =>
    ask<FileList>({ method: 'GET', path: 'list', query, node, retry: false, signal }),
  /** What has a text in its name, in a folder and below it. */
  search: (node: NodeSession, query: { path: string; name: string }, signal?: AbortSignal) =>
    ask<FileFound>({ method: 'GET', path: 'search', query, node, retry: false, signal }),
  archive,
  content,
  update,
  createFolder: (node: NodeSession, path: string) => change({ method: 'POST', path: 'create', query: { path, type: 'directory' }, node }),
  createFile: (node: NodeSession, path: string, body: Blob = new Blob([])) =>
    change({ method: 'POST', path: 'create', query: { path, type: 'file' }, body, contentType: BYTES, node, timeoutMs: LONG_MS }),
  move: (node: NodeSession, body: Move) => change({ method: 'POST', path: 'move', body, node }),
  copy: (node: NodeSession, body: Move & { parents?: boolean }) => change({ method: 'POST', path: 'copy', body, node, timeoutMs: LONG_MS }),
  remove: (node: NodeSession, path: string, recursive: boolean) =>
    change<unknown>({ method: 'DELETE', path: 'delete', query: { path, recursive }, node, timeoutMs: LONG_MS }),
  trash: (node: NodeSession, signal?: AbortSignal) => ask<{ items: readonly Trashed[] }>({ method: 'GET', path: 'trash', node, signal }),
  restore: (node: NodeSession, id: string) => change({ method: 'POST', path: 'trash/restore', query: { id }, node }),
  /** Removes a deleted thing for good; without an id all of them. */
  purge: (node: NodeSession, id?: string) => change({ method: 'DELETE', path: 'trash', query: { id }, node, timeoutMs: LONG_MS }),
  /** What an extraction would do; it changes nothing. */
  tryExtraction: (node: NodeSession, query: Extraction, signal?: AbortSignal) =>
    ask<Unarchived>({ method: 'POST', path: 'unarchive', query: { ...query, dry: true }, node, signal, timeoutMs: LONG_MS }),
  extract: (node: NodeSession, query: Extraction) =>
    change<FileOperation>({ method: 'POST', path: 'unarchive', query: { ...query, dry: false }, node }),
  operations: (node: NodeSession, signal?: AbortSignal) =>
    ask<{ all: readonly FileOperation[] }>({ method: 'GET', path: 'ops', node, retry: false, signal }),
  cancel: (node: NodeSession, id: string) => change({ method: 'POST', path: 'ops/cancel', query: { id }, node }),
  dismiss: (node: NodeSession, id: string) => change({ method: 'POST', path: 'ops/dismiss', query: { id }, node }),
}
