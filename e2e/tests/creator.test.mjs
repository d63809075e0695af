// The creator's first hour: a project is named, described by keyboard, given pictures, shared with another account,
// and changed in bulk.
import { deflateSync } from 'node:zlib'
import { visitor } from '../lib/browser.mjs'
import { showsAt } from '../lib/eventually.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, browser, author, friend

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'weaver', 'weaver@example.org')
  author = await signedIn('weaver')
  friend = await signedUp('helper')
})

test.afterAll(async () => {
  await server?.stop()
})

async function signedIn(name) {
  const one = await visitor(browser, server.url)
  await one.page.goto('/auth/sign-in')
  await one.page.getByLabel('用户名').fill(name)
  await one.page.getByLabel('密码').first().fill(password)
  await one.page.getByRole('button', { name: '登录', exact: true }).last().click()
  await one.page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  return one
}

/** A new account is not staff, and has only rights that others grant. */
async function signedUp(name) {
  const one = await visitor(browser, server.url)
  await one.page.goto('/auth/sign-up')
  await one.page.getByLabel('用户名').fill(name)
  await one.page.getByLabel('邮箱').fill(`${name}@example.org`)
  await one.page.getByLabel('密码', { exact: false }).first().fill(password)
  await one.page.getByLabel('确认密码').fill(password)
  await one.page.getByRole('button', { name: '注册', exact: true }).click()
  await one.page.waitForURL((url) => !url.pathname.startsWith('/auth/sign-up'))
  return one
}

/** A PNG of one colour. */
function png(width, height, rgb) {
  const crcs = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
    return n >>> 0
  })
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = body.reduce((sum, byte) => crcs[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff)
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(rgb))])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array(height).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const file = (name, rgb) => ({ name, mimeType: 'image/png', buffer: png(64, 36, rgb) })

async function create(page, title, slug) {
  await page.goto('/dashboard/projects?create=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(title)
  if (slug) await dialog.getByLabel('链接').fill(slug)
  await expect(dialog.getByText('可以使用。')).toBeVisible()
  await dialog.getByLabel('简介').fill('按潮水涨落自动织布的机器。')
  await dialog.getByRole('button', { name: '创建', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/mod/'))
}

test('a Chinese title gets a readable slug, a taken slug is rejected at its field, and a reload keeps the input', async () => {
  const { page } = author
  await create(page, '潮汐织机', undefined)
  expect(new URL(page.url()).pathname).toBe('/mod/chao-xi-zhi-ji')
  await page.goto('/dashboard/projects?create=true')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('第二台织机')
  await dialog.getByLabel('链接').fill('chao-xi-zhi-ji')
  await expect(dialog.getByText('这个链接已被占用。')).toBeVisible()
  await page.reload()
  await expect(dialog.getByText('已恢复没有保存的内容')).toBeVisible()
  await expect(dialog.getByLabel('名称')).toHaveValue('第二台织机')
  await dialog.getByRole('button', { name: '放弃草稿' }).click()
  await create(page, 'Second Loom', 'second-loom')
})

test('a description is written with the whole toolbar by keyboard, accepts a pasted picture, survives a reload, and equals its preview', async () => {
  const { page } = author
  await page.goto('/mod/chao-xi-zhi-ji/settings/description')
  const box = page.locator('.cm-content')
  await box.click()
  const tools = ['标题 1', '标题 2', '标题 3', '加粗', '斜体', '删除线', '代码', '折叠', '符号列表', '数字列表', '引用']
  for (const [at, tool] of tools.entries()) {
    await page.keyboard.press('Control+End')
    // A list continues by itself; a second Enter on an empty item ends it.
    if (at > 0) await page.keyboard.type('\n\n')
    await page.keyboard.type(`文${at}`)
    await page.keyboard.press('Shift+Home')
    await page.getByRole('button', { name: '标题 1', exact: true }).focus()
    for (let n = 0; n < at; n++) await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(tool)
    await page.keyboard.press('Enter')
  }
  const text = () => box.innerText()
  for (const mark of [
    '# 文0',
    '## 文1',
    '### 文2',
    '**文3**',
    '*文4*',
    '~~文5~~',
    '```',
    '<summary>Spoiler</summary>',
    '- 文8',
    '1. 文9',
    '> 文10',
  ])
    expect(await text(), `${mark} is missing in:\n${await text()}`).toContain(mark)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '链接', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('文字').fill('织机')
  await dialog.getByLabel('链接', { exact: false }).last().fill('ftp://example.com')
  await expect(dialog.getByText('Unsupported protocol. Use http or https.')).toBeVisible()
  await dialog.getByLabel('链接', { exact: false }).last().fill('http://example.com/loom')
  await expect(dialog.getByRole('link', { name: '织机' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('](https://example.com/loom)')).toBeVisible()
  await box.evaluate(
    async (at, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'a.png', { type: 'image/png' }))
      at.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [...png(64, 36, [200, 60, 60])],
  )
  await expect(page.getByText('![Replace this with a description](/data/')).toBeVisible()
  await expect(page.getByText('有 1 处修改未保存')).toBeVisible()
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('modyard.draft.') && localStorage.getItem(key)?.includes('Replace this')),
  )
  await page.evaluate(() => {
    window.onbeforeunload = null
  })
  page.once('dialog', (question) => question.accept())
  await page.reload()
  await expect(page.getByText('已恢复没有保存的内容')).toBeVisible()
  await page.getByRole('switch', { name: '预览' }).check()
  await expect(page.locator('.markdown-editor__view img')).toBeVisible()
  // The page reserves the first heading level and makes pictures buttons; the rest is the same.
  const plain = (html) => html.replaceAll(/<(\/?)h1\b/g, '<$1h2').replaceAll(/ (tabindex|role|aria-label)="[^"]*"/g, '')
  const preview = plain(await page.locator('.markdown-editor__view').innerHTML())
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  await page.goto('/mod/chao-xi-zhi-ji')
  await expect(page.locator('.prose img').first()).toBeVisible()
  await expect(async () => expect(plain(await page.locator('.prose').first().innerHTML())).toBe(preview)).toPass()
})

test('chosen tags and a licence survive a reload until they are saved', async () => {
  const { page } = author
  const kept = (part) =>
    page.waitForFunction((end) => Object.keys(localStorage).some((key) => key.startsWith('modyard.draft.') && key.endsWith(end)), part)
  const restored = async () => {
    page.once('dialog', (question) => question.accept())
    await page.reload()
    await expect(page.getByText('已恢复没有保存的内容')).toBeVisible()
  }
  await page.goto('/mod/chao-xi-zhi-ji/settings/tags')
  await page.getByRole('checkbox', { name: '科技' }).check()
  await kept('.tags')
  await restored()
  await expect(page.getByRole('checkbox', { name: '科技' })).toBeChecked({ checked: true })
  await page.getByRole('button', { name: '放弃草稿' }).click()
  await expect(page.getByRole('checkbox', { name: '科技' })).toBeChecked({ checked: false })
  await page.goto('/mod/chao-xi-zhi-ji/settings/license')
  await page.getByRole('radio', { name: /^MIT/ }).first().check()
  await kept('.license')
  await restored()
  await expect(page.getByRole('radio', { name: /^MIT/ }).first()).toBeChecked({ checked: true })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('.license')))).toBe(false)
})

test('an icon is cropped and the gallery is ordered by keyboard', async () => {
  const { page } = author
  await page.goto('/mod/chao-xi-zhi-ji/settings')
  await page.locator('input[type=file]').setInputFiles(file('icon.png', [40, 90, 200]))
  const stage = page.getByRole('application')
  await stage.focus()
  for (const key of ['+', '+', 'ArrowLeft', 'Shift+ArrowUp', '-']) await page.keyboard.press(key)
  await page.getByRole('button', { name: '使用' }).click()
  await expect(page.getByText('您的资源图标已更新').first()).toBeVisible()
  await page.goto('/mod/chao-xi-zhi-ji/gallery')
  await page
    .locator('.gallery-manager input[type=file]')
    .setInputFiles([file('1.png', [200, 0, 0]), file('2.png', [0, 200, 0]), file('3.png', [0, 0, 200])])
  // The list is at rest when nothing more is on its way.
  await page.waitForFunction(
    () => document.querySelectorAll('.gallery-manager__grip').length === 3 && !document.querySelector('.gallery-manager__queue'),
  )
  const first = await page.locator('.gallery-manager__list img').first().getAttribute('src')
  await page.locator('.gallery-manager__grip').first().focus()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/gallery/order'))
  for (const [key, said] of [
    [' ', '拿起'],
    ['ArrowDown', '第 2 位'],
    ['ArrowDown', '第 3 位'],
  ]) {
    await page.keyboard.press(key)
    await expect(page.getByRole('status').filter({ hasText: said })).toBeAttached()
  }
  await page.keyboard.press(' ')
  expect((await saved).status()).toBe(204)
  await expect(page.getByText('正在保存顺序…')).toBeHidden()
  await page.reload()
  await expect(page.locator('.gallery-manager__list img').nth(2)).toBeVisible()
  await expect(page.locator('.gallery-manager__list img').last()).toHaveAttribute('src', first)
})

test('an invited account accepts, sees its missing rights, gets them, and becomes the owner', async () => {
  const { page } = author
  await page.goto('/mod/chao-xi-zhi-ji/settings/members')
  await page.getByLabel('邀请成员').fill('helper')
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await expect(page.getByText('等待接受')).toBeVisible()
  await showsAt(friend.page, '/mod/chao-xi-zhi-ji', friend.page.getByRole('button', { name: '接收' }))
  await friend.page.getByRole('button', { name: '接收' }).click()
  await expect(friend.page.getByRole('button', { name: '接收' })).toBeHidden()
  await friend.page.goto('/mod/chao-xi-zhi-ji/settings')
  const remove = friend.page.getByRole('button', { name: '删除项目' })
  await expect(remove).toBeVisible()
  await expect.poll(async () => remove.isDisabled()).toBe(true)
  await expect(async () => expect((await remove.getAttribute('title')) ?? '').toMatch(/你没有「删除项目」的权限/)).toPass()
  await page.reload()
  await page.locator('summary', { hasText: 'helper' }).click()
  const row = page.locator('li', { has: page.locator('summary', { hasText: 'helper' }) })
  await row.getByLabel('删除项目').check()
  await row.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('成员已更新').first()).toBeVisible()
  await showsAt(friend.page, undefined, remove.and(friend.page.locator(':enabled')))
  await row.getByRole('button', { name: '转让所有权' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('helper')
  await page.getByRole('dialog').getByRole('button', { name: '转让所有权' }).click()
  await expect(page.getByText('所有权已转让').first()).toBeVisible()
  await showsAt(
    friend.page,
    '/mod/chao-xi-zhi-ji/settings/members',
    friend.page.locator('summary', { hasText: 'helper' }).getByText('所有者'),
  )
})

test('two projects get a link and a tag at once', async () => {
  const { page } = author
  await page.goto('/dashboard/projects')
  await page.getByLabel('选择 潮汐织机').check()
  await page.getByLabel('选择 Second Loom').check()
  await page.getByRole('button', { name: '批量修改' }).click()
  await page.getByLabel('源代码').fill('https://example.com/source')
  await page.getByRole('button', { name: '冒险：不变' }).click()
  await page.getByRole('button', { name: '预览修改' }).click()
  await expect(page.getByText('https://example.com/source')).toHaveCount(2)
  await page.getByRole('button', { name: '修改 2 个项目' }).click()
  await expect(page.getByText('已修改', { exact: true }).nth(1)).toBeVisible()
  await page.getByRole('button', { name: '完成' }).click()
  for (const slug of ['chao-xi-zhi-ji', 'second-loom']) {
    await expect(async () => {
      const project = await (await page.request.get(`/v2/project/${slug}`)).json()
      expect(project.source_url).toBe('https://example.com/source')
      expect(project.additional_categories).toEqual(['adventure'])
    }).toPass()
  }
  expect(author.complaints).toEqual([])
})
