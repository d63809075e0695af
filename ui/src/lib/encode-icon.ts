import { iconBytes } from './limits.gen'

/** A square of a picture, in its pixels; it may extend beyond the picture. */
export type Square = { x: number; y: number; width: number }

/** Larger sides first; a smaller picture is never enlarged. */
const SIDES = [512, 384, 256, 128]
const QUALITIES = [0.92, 0.8, 0.6]

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

/** Draws the square of a picture with sides of `side` pixels. */
export function drawSquare(image: CanvasImageSource, square: Square, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.imageSmoothingQuality = 'high'
  // Pixel art keeps sharp edges.
  pen.imageSmoothingEnabled = square.width > side / 2
  pen.drawImage(image, square.x, square.y, square.width, square.width, 0, 0, side, side)
  return canvas
}

/** Draws the square and encodes it with at most 256 KiB: as WebP where the browser supports it, otherwise as PNG. */
export async function encodeIcon(image: CanvasImageSource, square: Square): Promise<File> {
  for (const side of SIDES) {
    if (side > 128 && side / 2 >= square.width) continue
    const canvas = drawSquare(image, square, side)
    for (const quality of QUALITIES) {
      const blob = await blobOf(canvas, 'image/webp', quality)
      if (blob && blob.size <= iconBytes) return new File([blob], `icon.${blob.type.split('/')[1] ?? 'png'}`, { type: blob.type })
      if (blob?.type !== 'image/webp') break // a PNG has no quality setting to lower
    }
  }
  throw new Error('the picture is too large in every size')
}
