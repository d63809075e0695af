import { files } from '@/lib/hosting/files'
import type { NodeSession } from '@/lib/hosting/node-session'

/** Gives bytes to the browser's downloads under a name. */
function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a folder of a server as one archive. */
export async function saveFolder(node: NodeSession, path: string, name: string): Promise<void> {
  saveBlob(await files.archive(node, path), `${name}.zip`)
}

/** Downloads a file of a server. The node wants a header, which a plain link cannot send. */
export async function saveFile(node: NodeSession, path: string, name: string): Promise<void> {
  const found = await files.content(node, path, Infinity)
  if ('blob' in found) saveBlob(found.blob, name)
}
