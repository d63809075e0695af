import { upload } from '@/lib/api/upload'

/** The purpose of a picture; the server requires the right to write there. */
export type PictureContext =
  | { context: 'project'; project_id: string }
  | { context: 'wiki'; project_id: string }
  | { context: 'version'; project_id: string; version_id?: string | undefined }
  | { context: 'thread_message'; thread_id?: string | undefined }
  | { context: 'discussion' }
  | { context: 'post' }
  | { context: 'report'; report_id?: string | undefined }

export type PictureUpload = (file: File, options?: { onProgress?: (share: number) => void; signal?: AbortSignal }) => Promise<string>

/** Uploads a picture of a text and returns its address, without the origin where it is on this site. */
export function pictureUpload(context: PictureContext): PictureUpload {
  return async (file, options = {}) => {
    const sent = await upload('POST', '/v3/image', file, { ...options, query: { ext: file.type.split('/')[1] ?? '', ...context } })
    const url = new URL(sent.url, location.origin)
    return url.origin === location.origin ? url.pathname : url.toString()
  }
}
