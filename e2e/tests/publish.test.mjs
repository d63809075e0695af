// From a new account to a project that search finds: a creator and a moderator, each in a browser of their own.
import { visitor } from '../lib/browser.mjs'
import { jar } from '../lib/jar.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, author, staff

test.beforeAll(async ({ browser }) => {
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  author = await visitor(browser, server.url)
})

test.afterAll(async () => {
  await server?.stop()
})

test('a visitor signs up and sees an empty list', async () => {
  const { page } = author
  await page.goto('/dashboard/projects')
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  await page.getByRole('link', { name: '注册一个' }).click()
  // The sign-in form stays until its successor has loaded, and its labels match those below.
  await expect(page.getByRole('heading', { name: '注册账户' })).toBeVisible()
  await page.getByLabel('用户名').fill('小满')
  await page.getByLabel('邮箱').fill('xiaoman@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill('something else')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('两次输入的密码不一致。')).toBeVisible()
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/dashboard/projects')
  await expect(page.getByText('还没有项目')).toBeVisible()
})

test('creates a project', async () => {
  const { page } = author
  await page.getByRole('button', { name: '发布第一个项目' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('Tide Loom 潮汐织机')
  await dialog.getByLabel('链接').fill('tide-loom')
  await expect(dialog.getByText('可以使用。')).toBeVisible()
  await dialog.getByLabel('简介').fill('按潮水涨落自动织布的机器。')
  await dialog.getByRole('button', { name: '创建' }).click()
  await page.waitForURL('**/mod/tide-loom')
  await expect(page.getByRole('heading', { level: 1, name: /Tide Loom/ })).toBeVisible()
})

test('completes the checklist: description, licence, environments', async () => {
  const { page } = author
  await page.goto('/mod/tide-loom/settings/description')
  await page.getByRole('textbox', { name: '介绍' }).fill('## 潮水来时\n\n织机随涨潮**转动**，退潮时停下。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  await page.goto('/mod/tide-loom/settings/license')
  await page.getByRole('radio', { name: /^MIT/ }).first().check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  await page.goto('/mod/tide-loom/settings')
  await page.getByLabel('客户端').selectOption('required')
  await page.getByLabel('服务端').selectOption('optional')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
  await page.goto('/mod/tide-loom')
  await expect(page.getByText('还差：上传版本')).toBeVisible()
})

test('uploads a version and submits it', async () => {
  const { page } = author
  await page.getByRole('link', { name: '上传版本' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tide-loom-1.0.0.jar', mimeType: 'application/java-archive', buffer: jar('tide-loom') })
  // The archive contains the number and the loader.
  await expect(page.getByRole('button', { name: 'Fabric', exact: true, pressed: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '版本号' })).toHaveValue('1.0.0')
  await page.getByRole('button', { name: '1.21.1', exact: true }).click()
  await page.getByRole('textbox', { name: '更新日志' }).fill('第一个版本。')
  await page.getByRole('button', { name: /^发布/ }).last().click()
  await expect(page.getByText('版本已发布').first()).toBeVisible()
  await page.goto('/mod/tide-loom')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('已提交审核').first()).toBeVisible()
  await page.getByRole('link', { name: '审核', exact: true }).click()
  await expect(page.getByText('第 1 位', { exact: true }).first()).toBeVisible()
})

test('a moderator rejects it with a message, which the author sees without reloading', async ({ browser }) => {
  staff = await visitor(browser, server.url)
  const { page } = staff
  await page.goto('/auth/sign-in?redirect=/moderation/review')
  await page.getByLabel('用户名或邮箱').fill('keeper')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await page
    .getByRole('link', { name: /Tide Loom/ })
    .first()
    .click()
  await page.waitForURL('**/mod/tide-loom**')
  const panel = page.getByRole('complementary', { name: '审核面板' })
  await expect(panel.getByRole('button', { name: '拒绝' })).toBeDisabled()
  // Text that is entered while the editor replaces the plain field is lost.
  await expect(panel.locator('.cm-content')).toBeVisible()
  await panel.getByRole('textbox', { name: '给作者的消息' }).fill('请补充**前置**说明。')
  await expect(panel.getByRole('button', { name: '拒绝' }), 'a refusal without a reason').toBeDisabled()
  // The rest goes by keys, from within the editor.
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+Alt+KeyN')
  await expect(panel.getByRole('heading', { name: '简介足以说明这是什么吗？' })).toBeVisible()
  await page.keyboard.press('Shift+Alt+Digit1')
  await page.keyboard.press('Control+Shift+KeyE')
  await expect(panel.getByText('简介 · 不足')).toBeVisible()
  await page.waitForURL('**/mod/tide-loom/moderation**')
  await expect(panel.getByRole('button', { name: '拒绝' })).toBeEnabled()
  await page.keyboard.press('Shift+Alt+KeyR')
  await expect(page.getByText('您已完成此项目的审核！还有 0 个项目。')).toBeVisible()
  await expect(author.page.getByText('只看现在的简介').first()).toBeVisible()
  await expect(author.page.getByText('已拒绝').first()).toBeVisible()
})

test('the author resubmits, the moderator approves, and search finds it within a second', async ({ browser }) => {
  await author.page.getByRole('button', { name: '重新提交审核' }).first().click()
  // Nothing has changed since the rejection: that is asked for.
  await author.page.getByRole('dialog', { name: '没有检测到改动，仍要重新提交？' }).getByRole('button', { name: '仍要重新提交' }).click()
  await expect(author.page.getByText('第 1 位', { exact: true }).first()).toBeVisible()
  const { page } = staff
  await page.goto('/moderation/review')
  await page
    .getByRole('link', { name: /Tide Loom/ })
    .first()
    .click()
  const decided = page.waitForResponse((r) => r.request().method() === 'PATCH' && r.ok())
  await page.getByRole('complementary', { name: '审核面板' }).getByRole('button', { name: '批准' }).click()
  // Nobody has looked at the steps: that is asked for.
  await page.getByRole('dialog', { name: '确认批准？' }).getByRole('button', { name: '仍要批准' }).click()
  await decided
  const since = Date.now()
  let found = 0
  while (found === 0 && Date.now() - since < 5_000) {
    found = (await (await fetch(`${server.url}/v2/search?query=${encodeURIComponent('潮汐织机')}`)).json()).total_hits
  }
  expect(found).toBe(1)
  expect(Date.now() - since, `found after ${Date.now() - since} ms`).toBeLessThan(1_000)
  await expect(page.getByText('您已完成此项目的审核！还有 0 个项目。')).toBeVisible()
  await expect(author.page.getByText('已通过').first()).toBeVisible()
  const { page: guest, context } = await visitor(browser, server.url)
  await guest.goto('/mods?q=chaoxizhiji')
  await guest
    .getByRole('article')
    .getByRole('link', { name: /Tide Loom/ })
    .click()
  await expect(guest.getByRole('heading', { level: 1, name: /Tide Loom/ })).toBeVisible()
  await context.close()
  expect([...author.complaints, ...staff.complaints]).toEqual([])
})
