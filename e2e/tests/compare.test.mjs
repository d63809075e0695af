// The comparison of pictures finds exactly the differences.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { launch } from '../lib/browser.mjs'
import { compareFolders } from '../lib/compare.mjs'

test('pictures that differ are found and marked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 100, height: 50 } })
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
    assert.equal(same, 1)
    assert.deepEqual(
      different.map(({ file }) => file),
      ['wider.webp', 'other.webp'],
    )
    assert.match(different[0].why, /^100×50 became 120×50$/)
    assert.ok(Math.abs(different[1].share - 0.5) < 0.05, `half of the picture differs, found ${different[1].share}`)
    assert.deepEqual(
      only.map(({ file }) => file),
      ['new.webp'],
    )
    assert.deepEqual(await readdir(join(folder, 'marks')), ['other.webp'])
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
})
