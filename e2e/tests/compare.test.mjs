// The comparison of pictures finds exactly the differences.
import { mkdtemp, readdir, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareFolders } from '../lib/compare.mjs'
import { expect, test } from '../lib/test.mjs'

test('pictures that differ are found and marked', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const page = await browser.newPage({ viewport: { width: 100, height: 50 } })
  try {
    const cdp = await page.context().newCDPSession(page)
    const shoot = async (side, name, html, width = 100) => {
      await page.setViewportSize({ width, height: 50 })
      await page.setContent(`<style>body { margin: 0 }</style>${html}`)
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      await mkdir(join(folder, side), { recursive: true })
      await writeFile(join(folder, side, `${name}.webp`), Buffer.from(data, 'base64'))
    }
    const box = (size) => `<div style="background:#a00;width:${size}px;height:50px"></div>`
    for (const side of ['before', 'after']) await shoot(side, 'same', box(20))
    await shoot('before', 'other', box(20))
    await shoot('after', 'other', box(70))
    await shoot('before', 'wider', box(20))
    await shoot('after', 'wider', box(20), 120)
    await shoot('after', 'new', box(20))
    const { same, different, only } = await compareFolders(browser, join(folder, 'before'), join(folder, 'after'), join(folder, 'marks'))
    expect(same).toBe(1)
    expect(different.map(({ file }) => file)).toEqual(['wider.webp', 'other.webp'])
    expect(different[0].why).toMatch(/^100×50 became 120×50$/)
    expect(Math.abs(different[1].share - 0.5), `half of the picture differs, found ${different[1].share}`).toBeLessThan(0.05)
    expect(only.map(({ file }) => file)).toEqual(['new.webp'])
    expect(await readdir(join(folder, 'marks'))).toEqual(['other.webp'])
  } finally {
    await page.close()
    await rm(folder, { recursive: true })
  }
})
