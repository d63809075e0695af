import { pictureBytes } from './limits.gen'

/** Longest sides, the largest first; a smaller picture is never enlarged. */
const SIDES = [3840, 2560, 1920, 1280]
const QUALITIES = [0.92, 0.85, 0.75]
/** A larger file is not decoded: its pixels may not fit into memory. */
const MOST_SOURCE_BYTES = 64 << 20
/** How far into a file its animation is announced. */
const HEAD_BYTES = 1024

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

/** True for a picture that would lose its animation: GIF, and PNG or WebP that say so. */
export async function isAnimated(file: Blob): Promise<boolean> {
  if (file.type === 'image/gif') return true
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return (file.type === 'image/png' && head.includes('acTL')) || (file.type === 'image/webp' && head.includes('ANIM'))
}

/** The sizes to try for a picture of this size. */
export function sizesFor(width: number, height: number): { width: number; height: number }[] {
  const longest = Math.max(width, height)
  const sides = [Math.min(longest, SIDES[0] ?? longest), ...SIDES.slice(1).filter((side) => side < longest)]
  return sides.map((side) => {
    const by = Math.min(1, side / longest)
    return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
  })
}

/**
 * The same file where it is small enough to be sent; otherwise the picture drawn anew as WebP, as large as the limit allows.
 * Rejects where that is not possible: an animation, an unreadable or a huge file, a browser without WebP.
 */
export async function fitPicture(file: File, limit = pictureBytes): Promise<File> {
  if (file.size <= limit) return file
  if (file.size > MOST_SOURCE_BYTES || (await isAnimated(file))) throw new Error('the picture cannot be made smaller')
  const image = await createImageBitmap(file)
  try {
    for (const { width, height } of sizesFor(image.width, image.height)) {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const pen = canvas.getContext('2d')
      if (!pen) break
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(image, 0, 0, width, height)
      for (const quality of QUALITIES) {
        const blob = await blobOf(canvas, 'image/webp', quality)
        if (blob?.type !== 'image/webp') break
        if (blob.size <= limit) return new File([blob], `${file.name.replace(/\.[^.]+$/, '')}.webp`, { type: blob.type })
      }
    }
  } finally {
    image.close()
  }
  throw new Error('the picture is too large in every size')
}
