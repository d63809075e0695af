import { ApiError } from '@/lib/api/errors'
import { createHosting } from './client'
import type { NodeSession } from './node-session'
import type { Send } from './request'

const ICON = '/server-icon-original.png'

/** A file of a server, as bytes. */
export async function download(node: NodeSession, path: string, client: Send = createHosting()): Promise<Blob> {
  return (await client({ method: 'GET', path: 'download', query: { path }, node })).blob()
}

/** The picture of a server; undefined where it has none. */
export async function serverIcon(node: NodeSession, client?: Send): Promise<Blob | undefined> {
  try {
    return await download(node, ICON, client)
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
