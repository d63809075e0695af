// The files of a server: an archive comes in and is unpacked, a folder goes out as an archive, what lies deep is found by its name, and the icon
// is cropped by hand. In the demonstration with its own node, wide and narrow, by keyboard.
import { readFile } from 'node:fs/promises'
import { archive } from '../lib/archive.mjs'
import { visitor } from '../lib/browser.mjs'
import { eventually } from '../lib/eventually.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const hosting = '/hosting/modyard/v0/servers'
/** More than one search names. */
const MANY = 1_050
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
let demo, owner, sid

const list = () => owner.page.getByRole('grid', { name: '文件列表' })
const dialog = (name) => owner.page.getByRole('dialog', { name })
const named = (n) => `logs/${String(n).padStart(4, '0')}-trace.log`

/** Goes to a row of the list by keyboard, which selects it. */
async function goTo(name) {
  const { page } = owner
  await expect(list().getByText(name, { exact: true })).toBeVisible()
  await list().focus()
  await page.keyboard.press('Home')
  await expect(async () => {
    const at = await list().evaluate((it) => document.getElementById(it.getAttribute('aria-activedescendant') ?? '')?.dataset.row)
    if (at !== name) await page.keyboard.press('ArrowDown')
    expect(at).toBe(name)
  }).toPass({ intervals: [20] })
}

/** Presses a button with the keyboard. */
async function press(button) {
  await button.focus()
  await owner.page.keyboard.press('Enter')
}

/** Nothing is wider than the screen, nor than an open dialog, which the page does not grow with. */
const fits = async () => {
  const wide = () => {
    const boxes = [document.documentElement, ...document.querySelectorAll('.dialog__body')]
    return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className)
  }
  expect(await owner.page.evaluate(wide)).toEqual([])
}

async function find(text) {
  const { page } = owner
  await page.getByRole('textbox', { name: '按名称筛选' }).fill(text)
  await press(page.getByRole('button', { name: '查找子文件夹' }).first())
  return dialog(`名称里有「${text}」的文件`)
}

/** A picture of one colour whose right half is of another. */
const picture = async () =>
  Buffer.from(
    await owner.page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 256
      canvas.height = 128
      const pen = canvas.getContext('2d')
      pen.fillStyle = '#ff0000'
      pen.fillRect(0, 0, 128, 128)
      pen.fillStyle = '#0000ff'
      pen.fillRect(128, 0, 128, 128)
      return canvas.toDataURL('image/png').split(',')[1]
    }),
    'base64',
  )

test.beforeAll(async ({ browser }) => {
  demo = await Server.start('--demo', '--demo-node')
  owner = await visitor(browser, demo.url)
  await eventually(() => signIn(owner.context, demo, '演示创作者'))
  // The node joins when the set is loaded.
  sid = await eventually(async () => {
    const { servers } = await (await owner.context.request.get(`${demo.url}${hosting}?limit=100&offset=0`)).json()
    const found = servers.find((one) => one.host?.connected)
    if (!found) throw new Error('no server is connected')
    return found.server_id
  }, 120_000)
})

test.afterAll(async () => {
  await demo?.stop()
})

test('an uploaded archive is unpacked by keyboard, and what it holds is in the list', async () => {
  const { page } = owner
  const files = { 'gift/readme.txt': '欢迎', 'gift/deep/hidden-lantern.txt': '灯' }
  for (let n = 0; n < MANY; n += 1) files[named(n)] = ''
  await page.goto(`/servers/manage/${sid}/files`)
  await page
    .getByLabel('选择要上传的文件', { exact: true })
    .setInputFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer: archive(files) })
  await goTo('pack.zip')
  await press(page.getByRole('button', { name: '解压…' }))
  const form = dialog('解压「pack.zip」')
  await form.getByLabel('解压到').fill('/unpacked')
  await expect(form.getByText(/^共 1,052 个文件/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByText(/解压完成/)).toBeVisible()
  await goTo('unpacked')
  await page.keyboard.press('Enter')
  await expect(list().getByText('gift', { exact: true })).toBeVisible()
  await expect(list().getByText('logs', { exact: true })).toBeVisible()
})

test('a folder is downloaded as an archive that holds its files, also on a phone', async () => {
  const { page } = owner
  const saved = async (act) => {
    const comes = page.waitForEvent('download')
    await act()
    const file = await comes
    expect(file.suggestedFilename()).toBe('gift.zip')
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.includes('readme.txt') && bytes.includes('deep/hidden-lantern.txt')).toBe(true)
    expect(bytes.includes('trace.log')).toBe(false)
  }
  await goTo('gift')
  await saved(() => press(page.getByRole('button', { name: '下载', exact: true })))
  await page.setViewportSize(NARROW)
  await page.reload()
  await goTo('gift')
  await fits()
  await press(page.getByRole('button', { name: '操作', exact: true }))
  await saved(() => press(page.getByRole('menuitem', { name: '下载', exact: true })))
})

test('what lies deep is found by its name and opened, what is not there is said, and so is that there is too much', async () => {
  const { page } = owner
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size)
    await page.goto(`/servers/manage/${sid}/files`)
    let found = await find('LANTERN')
    await expect(found.getByText('找到 1 项')).toBeVisible()
    await fits()
    await press(found.getByRole('link', { name: 'hidden-lantern.txt' }))
    await expect(found).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'hidden-lantern.txt 的内容' })).toContainText('灯')

    await page.goto(`/servers/manage/${sid}/files`)
    found = await find('no-such-thing')
    await expect(found.getByText('没有找到')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(found).toBeHidden()

    found = await find('trace')
    await expect(found.getByText(/^先列出 1,000 项/)).toBeVisible()
    await fits()
    await page.keyboard.press('Escape')
    await expect(found).toBeHidden()
  }
})

test('the icon is cropped by keyboard on a phone, and is what the game reads', async () => {
  const { page } = owner
  await page.setViewportSize(NARROW)
  await page.goto(`/servers/manage/${sid}/options/general`)
  const card = page.getByRole('region', { name: '图标' })
  await card.locator('input[type=file]').setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await picture() })
  const stage = page.getByRole('application')
  await stage.focus()
  // To the right end, and nearer: what is left of the picture is blue.
  for (let n = 0; n < 60; n += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  await expect(page.getByRole('slider', { name: '缩放' })).toHaveAttribute('aria-valuetext', '125%')
  await expect(page.getByText('裁剪范围距图片左边 50%，距上边 10%')).toBeAttached()
  await fits()
  await press(page.getByRole('button', { name: '使用', exact: true }))
  await press(card.getByRole('button', { name: '保存图标' }))
  await expect(page.getByText('图标已保存').first()).toBeVisible()
  await page.goto(`/servers/manage/${sid}/files`)
  await goTo('server-icon.png')
  const comes = page.waitForEvent('download')
  await press(page.getByRole('button', { name: '操作', exact: true }))
  await press(page.getByRole('menuitem', { name: '下载', exact: true }))
  const bytes = await readFile(await (await comes).path())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([64, 64])
  const left = await page.evaluate(
    async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 64
      canvas.height = 64
      const pen = canvas.getContext('2d')
      pen.drawImage(image, 0, 0)
      return [...pen.getImageData(8, 32, 1, 1).data] // red where the arrows did nothing
    },
    `data:image/png;base64,${bytes.toString('base64')}`,
  )
  expect(left).toEqual([0, 0, 255, 255])
})
