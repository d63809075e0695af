import { useState, type RefObject } from 'react'
import { ApiError } from '@/lib/api/errors'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { MAX_PICTURE_BYTES, type PictureUpload } from '@/lib/picture-upload'
import { imageText } from './paste'
import type { SurfaceHandle } from './surface'

/** The error text of a failed upload. */
export function pictureProblem(error: unknown): string {
  return error instanceof ApiError ? error.description : t.uploadFailed
}

/** Uploads pasted and dropped pictures and inserts each where it was dropped, labelled with the selected text. */
export function usePictures(handle: RefObject<SurfaceHandle | null>, send: PictureUpload | undefined) {
  const [error, setError] = useState<string>()
  const take = (files: File[]): boolean => {
    const surface = handle.current
    if (!surface || !send) return false
    setError(undefined)
    const alt = surface.selected().trim() || t.defaultAlt
    files.forEach((file, at) => {
      if (file.size > MAX_PICTURE_BYTES) return setError(t.pictureTooLarge(file.name))
      const hold = surface.hold(t.uploading(0))
      send(file, { onProgress: (share) => hold.tell(t.uploading(Math.floor(share * 100))) }).then(
        (url) => hold.put(imageText(alt, url) + (at < files.length - 1 ? '\n' : '')),
        (problem: unknown) => {
          hold.drop()
          console.error('cannot upload the picture', problem)
          setError(pictureProblem(problem))
        },
      )
    })
    return true
  }
  return { take, error }
}
