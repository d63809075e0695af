import { ApiError } from '@/lib/api/errors'
import type { NodeSession } from './node-session'
import { withScheme, type NodeAuth } from './request'
import { sendWatched, type Watch } from './xhr'

type Upload = { path: string; body: Blob; replace: boolean }

/**
 * Sends a file to a node and reports the sent share. `replace` gives an existing file the content; without it an existing one refuses. Where
 * the node refuses the credentials, they are renewed once and the file is sent once more.
 */
export async function uploadFile(node: NodeSession, upload: Upload, watch: Watch = {}): Promise<void> {
  const first = await node.credentials()
  try {
    return await sendOnce(first, upload, watch)
  } catch (error) {
    if (!ApiError.is(error, 401)) throw error
  }
  return sendOnce(await node.credentials(first.token), upload, watch)
}

function sendOnce({ url, token }: NodeAuth, { path, body, replace }: Upload, watch: Watch): Promise<void> {
  const query = new URLSearchParams(replace ? { path } : { path, type: 'file' })
  return sendWatched(
    {
      method: replace ? 'PUT' : 'POST',
      url: `${withScheme(url)}/${replace ? 'update' : 'create'}?${query}`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
      body,
    },
    watch,
  )
}
