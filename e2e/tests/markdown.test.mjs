// A text looks the same wherever it is shown: to its author beforehand, and on the page with and without scripts.
import { readFile } from 'node:fs/promises'
import { visitor } from '../lib/browser.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

const project = 'gears-and-verdigris'

/** The page reserves the first heading level; scripts make pictures buttons and open links apart. A picture is its address. */
const plain = (html) =>
  html
    .replaceAll(/<(\/?)h1\b/g, '<$1h2')
    .replaceAll(/ (tabindex|role|aria-label|target)="[^"]*"/g, '')
    .replaceAll(/<img\b[^>]*\bsrc="([^"]*)"[^>]*>/g, '<img $1>')

test('Chinese texts are the same in the preview, on the page, and on the page without scripts', async ({ browser }) => {
  const server = await Server.demonstration()
  const corpus = await readFile(new URL('../../platform/markdown/testdata/chinese.txt', import.meta.url), 'utf8')
  const texts = corpus.split('\n').filter(Boolean)
  expect(texts.length).toBeGreaterThan(59)
  const { context, page } = await visitor(browser, server.url)
  // A picture that cannot be loaded is replaced by words.
  await context.route('https://docs.example.test/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' }),
  )
  await signIn(context, server, '演示创作者')
  await command(context, server, 'PATCH', `/v2/project/${project}`, { body: '' })
  await page.goto(`/mod/${project}/settings/description`)
  await page.locator('.cm-content').click()
  await page.locator('.cm-content').evaluate(
    (at, text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    texts.map((text) => text.replaceAll('\\n', '\n')).join('\n\n'),
  )
  await page.getByRole('switch', { name: '预览' }).check()
  const view = page.locator('.markdown-editor__view')
  await expect(view.locator('strong', { hasText: '「说明」' }).first()).toBeVisible()
  // Pictures of other sites wait for a press.
  await view.getByRole('button', { name: /^显示 docs\.example\.test 上的图片/ }).click()
  await expect(view.locator('img')).toBeVisible()
  const preview = plain(await view.innerHTML())
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  await page.goto(`/mod/${project}`)
  const shown = page.locator('article .prose').first()
  await expect(async () => expect(plain(await shown.innerHTML())).toBe(preview)).toPass()
  const still = await visitor(browser, server.url, { javaScriptEnabled: false })
  // The server gives up a drawing that takes too long on a busy machine, and sends the page without it.
  await expect(async () => {
    expect(await (await still.page.goto(`/mod/${project}`)).text()).toContain('data-drawn')
  }).toPass()
  expect(plain(await still.page.locator('article .prose').first().innerHTML())).toBe(preview)
  await still.context.close()
  await context.close()
  await server.stop()
})
