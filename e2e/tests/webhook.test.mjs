// A creator adds a webhook, sees its secret once, sends a test that arrives at a local receiver, finds it in the log, and
// gets a change of the project delivered.
import { spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { visitor } from '../lib/browser.mjs'
import { eventually } from '../lib/eventually.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const mine = '/mod/build-contest-kit'

let server, maker, receiver, secret
const got = []
let status = 200

test.beforeAll(async ({ browser }) => {
  receiver = createServer(async (request, answer) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ headers: request.headers, body, change: JSON.parse(body) })
    answer.writeHead(status, { 'Content-Type': 'text/plain' }).end('收到')
  })
  await new Promise((done) => receiver.listen(0, '127.0.0.1', done))
  process.env.MODYARD_WEBHOOK_PRIVATE = '127.0.0.1'
  server = await Server.demonstration()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
})

test.afterAll(async () => {
  delete process.env.MODYARD_WEBHOOK_PRIVATE
  await server?.stop()
  receiver?.close()
})

/** As docs/webhooks.md says. */
function authentic({ headers, body }) {
  const expected = createHmac('sha256', secret).update(`${headers['modyard-timestamp']}.${body}`).digest()
  return headers['modyard-signature'].split(',').some((one) => {
    const given = Buffer.from(one.replace(/^v1=/, ''), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const row = () => maker.page.getByRole('listitem').filter({ hasText: '127.0.0.1' }).first()

test('a webhook is added in the settings of a project, and shows its secret once', async () => {
  const { page } = maker
  await page.goto(`${mine}/settings`)
  await page.getByRole('link', { name: 'Webhook' }).click()
  await page.waitForURL('**/build-contest-kit/settings/webhooks')
  await expect(page.getByText('还没有 Webhook')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '添加 Webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '接收地址' }).fill('https://192.168.0.1/hook')
  await dialog.getByRole('button', { name: '添加 Webhook' }).click()
  await expect(dialog.getByText('接收地址须可从公共互联网访问。')).toBeVisible()
  await dialog.getByRole('textbox', { name: '接收地址' }).fill(`http://127.0.0.1:${receiver.address().port}/hook/credential`)
  await dialog.getByRole('button', { name: '添加 Webhook' }).click()
  const code = page.getByRole('dialog', { name: '保存签名密钥' }).locator('code')
  secret = await code.textContent()
  expect(secret).toMatch(/^whs_[0-9A-Za-z]{48}$/)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '完成' }).click()
  await expect(row().getByText('尚未投递')).toBeVisible()
  await page.reload()
  await expect(row()).toBeVisible()
  const text = await page.locator('body').innerText()
  expect(!text.includes(secret) && !text.includes('credential')).toBeTruthy()
})

test('a test delivery arrives, signed, and is in the log', async () => {
  const { page } = maker
  await row().getByRole('button', { name: '发送测试' }).click()
  await expect(page.getByText('测试已发送').first()).toBeVisible()
  await expect(async () => expect(got.length).toBe(1)).toPass()
  const [one] = got
  expect(authentic(one)).toBeTruthy()
  expect(one.change.kind).toBe('webhook.test')
  expect(one.headers['modyard-event']).toBe('webhook.test')
  expect(one.change.document.slug).toBe('build-contest-kit')
  const log = page.getByRole('region', { name: /^投递记录/ })
  await expect(log.getByText('成功')).toBeVisible()
  await expect(log.getByText('HTTP 200')).toBeVisible()
  expect(await findings(page)).toEqual([])
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
  await log.getByRole('button', { name: '重新投递' }).click()
  await expect(async () => expect(got.length).toBe(2)).toPass()
  expect(got[1].headers['modyard-delivery']).toBe(one.headers['modyard-delivery'])
})

test('the receiver of docs/webhooks.md accepts what was signed, and nothing else', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  const [, code] = /```js\n([\s\S]*?)```/.exec(page)
  const port = await new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
  const program = spawn(process.execPath, ['--input-type=module', '-e', code.replace('listen(8000)', `listen(${port}, '127.0.0.1')`)], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  })
  try {
    const [{ headers, body }] = got
    const post = async (change, text) => {
      const own = ['modyard-timestamp', 'modyard-signature'].map((name) => [name, headers[name]])
      const answer = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body: text,
        headers: { ...Object.fromEntries(own), ...change },
      })
      return answer.status
    }
    expect(await eventually(() => post({}, body))).toBe(204)
    expect(await post({}, `${body} `)).toBe(401)
    expect(await post({ 'modyard-timestamp': '1' }, body)).toBe(401)
    expect(await post({ 'modyard-signature': 'v1=00' }, body)).toBe(401)
  } finally {
    program.kill()
  }
})

test('a change of the project is delivered in the shape of the feed', async () => {
  const { page, context } = maker
  await command(context, server, 'PATCH', '/v2/project/build-contest-kit', { description: '给潮汐记账的模组，改过的简介。' })
  const change = await eventually(async () => {
    const found = got.find(({ change }) => change.kind === 'project.updated')
    expect(found).toBeTruthy()
    return found
  })
  expect(authentic(change)).toBeTruthy()
  const feed = await (await fetch(`${server.url}/v3/changes?project=${change.change.object.id}&limit=1000`)).text()
  const line = feed
    .split('\n')
    .filter(Boolean)
    .map((one) => JSON.parse(one))
    .find(({ id }) => id === change.change.id)
  expect(line.cursor).toBe(change.change.cursor)
  expect(line.kind).toBe(change.change.kind)
  expect(change.change.document.summary ?? change.change.document.description).toBe(line.document.summary ?? line.document.description)
  await page.reload()
  await expect(row().getByText('运行中')).toBeVisible()
})

test('a receiver that is gone disables the webhook, which its team can enable', async () => {
  const { page } = maker
  status = 410
  await row().getByRole('button', { name: '发送测试' }).click()
  await expect(async () => {
    await page.reload()
    await row().getByText('接收方返回 410').waitFor({ timeout: 1_000 })
  }).toPass()
  status = 200
  await row().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '启用' }).click()
  await expect(row().getByText('运行中')).toBeVisible()
  await row().getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await expect(page.getByText('还没有 Webhook')).toBeVisible()
})
