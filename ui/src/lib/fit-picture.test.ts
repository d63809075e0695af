import { afterEach, expect, test, vi } from 'vitest'
import { fitPicture, isAnimated, sizesFor } from './fit-picture'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const file = (size: number, type: string, head = '') =>
  new File([head, new Uint8Array(size - head.length)], `shot.${type}`, { type: `image/${type}` })

/** A browser whose WebP files have this many bytes a pixel. */
function browser(width: number, height: number, bytesOf: (pixels: number, quality: number) => number) {
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type, quality) {
    done(new Blob([new Uint8Array(bytesOf(this.width * this.height, Number(quality)))], { type: type ?? '' }))
  })
  return close
}

test('a picture within the limit is sent as it is', async () => {
  const small = file(500, 'png')
  expect(await fitPicture(small, 1000)).toBe(small)
})

test('a large picture is drawn anew as WebP, at the largest size and quality that fit', async () => {
  const close = browser(7680, 4320, (pixels, quality) => Math.round((pixels / 10_000) * quality))
  const fitted = await fitPicture(file(5000, 'png'), 400)
  expect(fitted.name).toBe('shot.webp')
  expect(fitted.type).toBe('image/webp')
  // 3840 × 2160 needs 622 even at the lowest quality; 2560 × 1440 has 339 at the highest.
  expect(fitted.size).toBe(339)
  expect(close).toHaveBeenCalled()
})

test('what cannot be made small enough is refused, and so are animations', async () => {
  browser(4000, 3000, () => 5000)
  await expect(fitPicture(file(5000, 'png'), 400)).rejects.toThrow('too large in every size')
  await expect(fitPicture(file(5000, 'gif'), 400)).rejects.toThrow('cannot be made smaller')
  await expect(fitPicture(file(5000, 'png', '\x89PNG....acTL'), 400)).rejects.toThrow('cannot be made smaller')
  expect(await isAnimated(file(5000, 'webp', 'RIFF....WEBPVP8X....ANIM'))).toBe(true)
  expect(await isAnimated(file(5000, 'jpeg'))).toBe(false)
})

test('sizes keep the shape and never enlarge', () => {
  expect(sizesFor(3000, 1500)).toEqual([
    { width: 3000, height: 1500 },
    { width: 2560, height: 1280 },
    { width: 1920, height: 960 },
    { width: 1280, height: 640 },
  ])
  expect(sizesFor(800, 600)).toEqual([{ width: 800, height: 600 }])
})
