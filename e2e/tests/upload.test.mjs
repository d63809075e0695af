// A creator and the files of a version: a slow connection, a hostile archive, a wrong one, a change of mind.
import { randomBytes } from 'node:crypto'
import { archive } from '../lib/archive.mjs'
import { visitor } from '../lib/browser.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, author, line

const file = (name, files) => ({ name, mimeType: 'application/java-archive', buffer: archive(files) })
const fabric = (version, over = {}) =>
  JSON.stringify({
    schemaVersion: 1,
    id: 'tide_loom',
    name: 'Tide Loom',
    version,
    depends: { minecraft: '>=1.21 <=1.21.4', lantern: '>=2' },
    ...over,
  })
const good = (version, size = 1000) => ({ 'fabric.mod.json': fabric(version), 'a.class': randomBytes(size) })

test.beforeAll(async ({ browser }) => {
  server = await Server.start()
  author = await visitor(browser, server.url)
  // Every browser logs the rejections and the cut connection of these tests.
  author.complaints.push = function (...said) {
    return Array.prototype.push.apply(
      this,
      said.filter((one) => !one.includes('/_internal/version-file')),
    )
  }
  const { page, context } = author
  line = await context.newCDPSession(page)
  await page.goto('/auth/sign-up?redirect=/dashboard/projects')
  await page.getByLabel('用户名').fill('小满')
  await page.getByLabel('邮箱').fill('xiaoman@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-up'))
  for (const [slug, title] of [
    ['lantern', 'Lantern'],
    ['tide-loom', 'Tide Loom'],
  ]) {
    const made = await page.evaluate(
      async ([slug, title]) => {
        const body = new FormData()
        const token = document.cookie.match(/modyard_csrf=([^;]+)/)?.[1]
        body.append(
          'data',
          new Blob(
            [
              JSON.stringify({
                slug,
                title,
                description: '按潮水涨落自动织布的机器。',
                body: '说明',
                project_type: 'mod',
                client_side: 'required',
                server_side: 'required',
                license_id: 'MIT',
                is_draft: true,
              }),
            ],
            { type: 'application/json' },
          ),
        )
        const made = await fetch('/v2/project', { method: 'POST', body, headers: { 'X-CSRF-Token': token } })
        // This read waits for the command, so that the next page shows its result.
        const seen = await fetch(`/v2/project/${slug}`, { headers: { 'Min-Position': made.headers.get('Log-Position') ?? '' } })
        return seen.status
      },
      [slug, title],
    )
    expect(made).toBe(200)
  }
})

test.afterAll(async () => {
  await server?.stop()
})

const speed = (up) =>
  line.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: up })
const row = (name) => author.page.getByRole('listitem').filter({ hasText: name })

test('files are uploaded concurrently; one is cancelled and then uploaded again', async () => {
  const { page } = author
  await page.goto('/mod/tide-loom/version/create-new')
  await expect(page.getByText('把文件拖到这里，或点击选择')).toBeVisible()
  await expect(page.getByRole('button', { name: '1.21.1', exact: true })).toBeVisible()
  await speed(100_000)
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('tide-loom-2.0.0-beta.1.jar', good('2.0.0-beta.1', 150_000)),
      file('tide-loom-2.0.0-sources.jar', good('2.0.0', 150_000)),
    ])
  await expect(page.getByRole('progressbar', { name: 'tide-loom-2.0.0-beta.1.jar 的上传进度' })).toBeVisible()
  await expect(row('sources.jar').getByText('/秒')).toBeVisible()
  await page.getByRole('button', { name: '取消上传 tide-loom-2.0.0-sources.jar' }).click()
  await expect(row('sources.jar').getByText('已取消上传')).toBeVisible()
  await expect(page.getByText('还有 1 个文件在上传').first()).toBeVisible()
  await speed(-1)
  await expect(row('beta.1.jar').getByText('已检查')).toBeVisible()
  await page.getByRole('button', { name: '重新上传 tide-loom-2.0.0-sources.jar' }).click()
  await expect(row('sources.jar').getByText('已检查')).toBeVisible()
  await expect(page.getByLabel('tide-loom-2.0.0-sources.jar 的类型')).toHaveValue('sources-jar')
})

test('the fields are filled from the archive, and the filled values can be undone', async () => {
  const { page } = author
  const number = page.getByRole('textbox', { name: '版本号' })
  await expect(number).toHaveValue('2.0.0-beta.1')
  await expect(page.getByRole('button', { name: 'Fabric', exact: true, pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '测试版', exact: true, pressed: true })).toBeVisible()
  for (const version of ['1.21', '1.21.1', '1.21.4'])
    await expect(page.getByRole('button', { name: version, exact: true, pressed: true })).toBeVisible()
  await expect(page.getByText('fabric.mod.json › version').first()).toBeVisible()
  await page.getByRole('button', { name: '撤销自动填写的版本号' }).click()
  await expect(number).toHaveValue('')
  await number.fill('2.0.0-beta.1')
  await page.getByRole('button', { name: '1.21.2', exact: true }).click()
  await expect(page.getByText('文件支持的范围还包含 1.21.2')).toBeVisible()
  await page.getByRole('button', { name: '补上' }).click()
  await page.getByRole('button', { name: '添加依赖 Lantern' }).click()
  await expect(page.getByLabel('关系：Lantern')).toBeVisible()
})

test('a hostile archive and a broken connection show their error; the upload is retried', async () => {
  const { page } = author
  await page.locator('input[type=file]').setInputFiles([file('evil.jar', { '../../evil.sh': 'x' })])
  await expect(row('evil.jar').getByText('压缩包中包含不安全的路径')).toBeVisible()
  await expect(page.getByRole('button', { name: '重新上传 evil.jar' })).toHaveCount(0)
  await page.getByRole('button', { name: '移除 evil.jar' }).click()
  await page.route('**/_internal/version-file?*', (route) => route.abort('connectionreset'))
  await page.locator('input[type=file]').setInputFiles([file('tide-loom-2.0.0-javadoc.jar', good('2.0.0'))])
  await expect(page.getByRole('button', { name: '重新上传 tide-loom-2.0.0-javadoc.jar' })).toBeVisible()
  await page.unroute('**/_internal/version-file?*')
  await page.getByRole('button', { name: '重新上传 tide-loom-2.0.0-javadoc.jar' }).click()
  await expect(row('javadoc.jar').getByText('已检查')).toBeVisible()
})

test('a file for another loader cannot be the main one', async () => {
  const { page } = author
  await page.locator('input[type=file]').setInputFiles([file('gate.jar', { 'plugin.yml': 'name: Gate\nversion: 1\n' })])
  await expect(row('gate.jar').getByText('不能附在另一个主文件旁边')).toBeVisible()
  // Loaders chosen by hand no longer follow the main file.
  for (const wanted of [true, false]) {
    await page.getByRole('button', { name: 'Quilt', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Quilt', exact: true, pressed: wanted })).toBeVisible()
  }
  await page.getByRole('button', { name: '将 gate.jar 设为主文件' }).click()
  await expect(row('gate.jar').getByText('但文件中没有 fabric.mod.json')).toBeVisible()
  await expect(page.getByText(/还差：.*不能这样发布/)).toBeVisible()
  await page.getByRole('button', { name: '移除 gate.jar' }).click()
  await expect(page.getByText('可以发布了。')).toBeVisible()
})

test('uploaded files survive a reload', async () => {
  const { page } = author
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('上次上传的 3 个文件还没有发布')).toBeVisible()
  await page.getByRole('button', { name: '继续使用' }).click()
  await expect(row('beta.1.jar').getByText('已检查')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '版本号' })).toHaveValue('2.0.0-beta.1')
})

test('the version is published with its files', async () => {
  const { page } = author
  await page.getByRole('button', { name: /^发布 2\.0\.0/ }).click()
  await expect(page.getByText('版本已发布').first()).toBeVisible()
  await expect(page.getByText('tide-loom-2.0.0-beta.1.jar').first()).toBeVisible()
  await expect(page.getByText('tide-loom-2.0.0-sources.jar').first()).toBeVisible()
})

test('one edit changes the main file, removes another and renames the version', async () => {
  const { page } = author
  await page.getByRole('link', { name: '编辑' }).first().click()
  await page.waitForURL('**/edit')
  await page.locator('input[type=file]').setInputFiles([file('tide-loom-fixed.jar', good('2.0.1'))])
  // Beside the present main file it is refused, with the way to replace it.
  await expect(row('fixed.jar').getByText(/不能附在另一个主文件旁边.*要用它替换原来的主文件，请点星标/)).toBeVisible()
  await page.getByRole('button', { name: '将 tide-loom-fixed.jar 设为主文件' }).click()
  await page.getByRole('button', { name: '移除 tide-loom-2.0.0-javadoc.jar' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill('修好的一版')
  const commands = []
  page.on('request', (r) => {
    if (r.method() !== 'GET' && r.url().includes('/v2/version')) commands.push(r.method())
  })
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(page.getByText('版本已更新').first()).toBeVisible()
  expect(commands).toEqual(['PATCH'])
  await expect(page.getByText('修好的一版').first()).toBeVisible()
  await expect(async () => {
    const [{ files }] = await page.evaluate(async () => (await fetch('/v2/project/tide-loom/version')).json())
    expect(files.map((one) => [one.filename, one.primary]).sort()).toEqual([
      ['tide-loom-2.0.0-beta.1.jar', false],
      ['tide-loom-2.0.0-sources.jar', false],
      ['tide-loom-fixed.jar', true],
    ])
  }).toPass()
  expect([...author.complaints]).toEqual([])
})
