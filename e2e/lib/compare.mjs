// Compares the pictures of two folders and marks the differences.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Maximum difference of a channel: lines at a fraction of a pixel vary between runs.
const TOLERANCE = 24

/** Compares all WebP pictures of two folders. A third folder gets pictures of the differences, red on pale. */
export async function compareFolders(browser, before, after, marks) {
  const pictures = async (folder) => (await readdir(folder)).filter((file) => file.endsWith('.webp')).sort()
  const [old, now] = [await pictures(before), await pictures(after)]
  const only = [
    ...old.filter((file) => !now.includes(file)).map((file) => ({ file, folder: before })),
    ...now.filter((file) => !old.includes(file)).map((file) => ({ file, folder: after })),
  ]
  const page = await browser.newPage()
  const different = []
  let same = 0
  for (const file of old.filter((name) => now.includes(name))) {
    const [a, b] = await Promise.all([before, after].map((folder) => readFile(join(folder, file))))
    const found = a.equals(b) ? { share: 0 } : await compare(page, a, b)
    if (found.share === 0) {
      same++
      continue
    }
    if (found.marks) {
      await mkdir(marks, { recursive: true })
      await writeFile(join(marks, file), Buffer.from(found.marks, 'base64'))
    }
    different.push({ file, share: found.share, why: found.why })
  }
  await page.close()
  different.sort((x, y) => y.share - x.share)
  return { same, different, only }
}

/** The share of differing pixels, and a picture of them. */
async function compare(page, before, after) {
  return page.evaluate(
    async ([one, other, tolerance]) => {
      const load = async (data) => createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob())
      const [a, b] = await Promise.all([load(one), load(other)])
      if (a.width !== b.width || a.height !== b.height) return { share: 1, why: `${a.width}×${a.height} became ${b.width}×${b.height}` }
      const canvas = new OffscreenCanvas(a.width, a.height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const pixels = (bitmap) => {
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, a.width, a.height)
      }
      const [x, y] = [pixels(a), pixels(b)]
      let differ = 0
      for (let i = 0; i < x.data.length; i += 4) {
        const far = Math.max(...[0, 1, 2].map((k) => Math.abs(x.data[i + k] - y.data[i + k]))) > tolerance
        if (far) differ++
        const shade = 255 - (255 - (y.data[i] + y.data[i + 1] + y.data[i + 2]) / 3) / 4
        y.data.set(far ? [220, 0, 0, 255] : [shade, shade, shade, 255], i)
      }
      if (differ === 0) return { share: 0 }
      context.putImageData(y, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 })).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return { share: differ / (a.width * a.height), marks: btoa(text) }
    },
    [before.toString('base64'), after.toString('base64'), TOLERANCE],
  )
}

/** The share of differing pixels of two PNG pictures of the same size. */
export async function differ(page, before, after) {
  return page.evaluate(
    async ([one, other, tolerance]) => {
      const pixels = async (data) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data
      }
      const [x, y] = [await pixels(one), await pixels(other)]
      if (x.length !== y.length) return 1
      let far = 0
      for (let i = 0; i < x.length; i += 4) if (Math.max(...[0, 1, 2].map((k) => Math.abs(x[i + k] - y[i + k]))) > tolerance) far++
      return (4 * far) / x.length
    },
    [before.toString('base64'), after.toString('base64'), TOLERANCE],
  )
}
