// States of a creator on the pages of their own project.
import { randomBytes } from 'node:crypto'
import { archive } from '../archive.mjs'
import { button, dialog, picture } from './shared.mjs'

const mine = '/mod/build-contest-kit'
const press = (name) => (page) => button(page, name)
const tool = (name) => ({
  path: `${mine}/settings/description`,
  opens: (page) => page.getByRole('toolbar').getByRole('button', { name, exact: true }),
})
const person = (name) => (page) => page.locator('li', { has: page.locator('summary', { hasText: name }) })
const member = (name, action) => ({
  path: `${mine}/settings/members`,
  opens: async (page) => {
    await page.locator('summary', { hasText: name }).click()
    return person(name)(page).getByRole('button', { name: action })
  },
})
const file = (name, files) => ({ name, mimeType: 'application/java-archive', buffer: archive(files) })
const described = (version, bytes) => ({
  'plugin.yml': `name: BuildContestKit\nversion: '${version}'\nmain: kit.Main\napi-version: '1.21'\ndepend: [Vault]\n`,
  'kit/Main.class': randomBytes(bytes),
})
const upload = `${mine}/version/state-new`
const choose = (page, files) => page.locator('input[type=file]').first().setInputFiles(files)

/** Discards the files of an earlier picture. */
const afresh = (page) =>
  page
    .getByRole('button', { name: '丢弃', exact: true })
    .click({ timeout: 1_500 })
    .catch(() => undefined)
const row = (page, name) => page.getByRole('listitem').filter({ hasText: name })

/** The connection is slow, so that uploads are still running while the picture is taken. */
async function slow(page, bytesASecond) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  })
  return line
}

export function manageStates({ version }) {
  return [
    {
      name: 'state-unsaved',
      path: `${mine}/settings`,
      act: async (page) => {
        await page.getByLabel('简介').fill('换一句话。')
        await page.getByText(/处修改未保存/).waitFor()
      },
    },
    {
      name: 'state-leave',
      path: `${mine}/settings`,
      opens: async (page) => {
        await page.getByLabel('简介').fill('换一句话。')
        return page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '标签' })
      },
    },
    { name: 'state-icon-crop', path: `${mine}/settings`, picks: ['上传图标', 'icon.png'] },
    { name: 'state-project-delete', path: `${mine}/settings`, opens: press('删除项目') },
    {
      name: 'state-editor-link',
      ...tool('链接'),
      act: async (page) => {
        await dialog(page).getByLabel('文字').fill('建造赛计分表')
        await dialog(page).getByLabel('链接', { exact: false }).last().fill('https://example.com/score')
        await dialog(page).getByRole('link', { name: '建造赛计分表' }).waitFor()
      },
    },
    {
      name: 'state-editor-link-wrong',
      ...tool('链接'),
      act: (page) => dialog(page).getByLabel('链接', { exact: false }).last().fill('ftp://example.com'),
    },
    { name: 'state-editor-image', ...tool('图片') },
    { name: 'state-editor-video', ...tool('视频'), act: (page) => dialog(page).getByRole('textbox').fill('https://example.com/') },
    {
      name: 'state-editor-preview',
      path: `${mine}/settings/description`,
      act: async (page) => {
        await page.getByRole('switch', { name: '预览' }).check()
        await page.locator('.markdown-editor__view').waitFor()
      },
    },
    {
      name: 'state-member-rights',
      path: `${mine}/settings/members`,
      act: async (page) => {
        await page.locator('summary', { hasText: '演示版主' }).click()
        await person('演示版主')(page).getByRole('button', { name: '转让所有权' }).waitFor()
      },
    },
    { name: 'state-member-remove', ...member('演示版主', '移除') },
    { name: 'state-member-withdraw', ...member('演示管理员', '撤回邀请') },
    { name: 'state-member-transfer', ...member('演示版主', '转让所有权') },
    {
      name: 'state-member-unknown',
      path: `${mine}/settings/members`,
      act: async (page) => {
        await page.getByLabel('邀请成员').fill('nobody-of-this-name')
        await page.getByRole('button', { name: '邀请', exact: true }).click()
        await page.getByText('没有这个用户。').waitFor()
      },
    },
    { name: 'state-gallery-add', path: `${mine}/gallery`, picks: ['添加图片', '黄昏的赛场.png'] },
    { name: 'state-gallery-edit', path: `${mine}/gallery`, opens: press(/^编辑 /) },
    { name: 'state-gallery-delete', path: `${mine}/gallery`, opens: press(/^删除 /) },
    {
      name: 'state-gallery-queue',
      path: `${mine}/gallery`,
      before: (page) =>
        page.route('**/gallery?*', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 503, json: { error: 'internal_error', description: '服务暂时不可用，请稍后再试。' } })
            : route.fallback(),
        ),
      act: async (page) => {
        await page
          .locator('.gallery-manager input[type=file]')
          .setInputFiles([await picture(page, '黄昏的赛场.png'), await picture(page, '开赛前的空场.png')])
        await page
          .getByRole('button', { name: /^重试 / })
          .nth(1)
          .waitFor()
      },
    },
    {
      name: 'state-upload-detected',
      path: upload,
      act: async (page) => {
        await afresh(page)
        await choose(page, [
          file('build-contest-kit-2.0.0-beta.1.jar', described('2.0.0-beta.1', 4000)),
          file('build-contest-kit-2.0.0-sources.jar', described('2.0.0', 900)),
        ])
        await row(page, 'beta.1.jar').getByText('已检查').waitFor()
        await row(page, 'sources.jar').getByText('已检查').waitFor()
      },
    },
    {
      name: 'state-upload-sending',
      path: upload,
      act: async (page) => {
        await afresh(page)
        const line = await slow(page, 60_000)
        await choose(page, [
          file('build-contest-kit-2.1.0.jar', described('2.1.0', 900_000)),
          file('build-contest-kit-2.1.0-sources.jar', described('2.1.0', 500_000)),
          file('build-contest-kit-2.1.0-javadoc.jar', described('2.1.0', 300_000)),
          file('build-contest-kit-2.1.0-dev.jar', described('2.1.0', 300_000)),
        ])
        await row(page, '2.1.0-sources.jar').getByText('/秒').waitFor()
        page.line = line
      },
      after: async (page) => {
        await page.line?.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        })
        await page.line?.detach()
        page.line = undefined
      },
    },
    {
      name: 'state-upload-failed',
      path: upload,
      act: async (page) => {
        await afresh(page)
        await choose(page, [
          file('evil.jar', { '../../evil.sh': 'x' }),
          file('gate.jar', { 'fabric.mod.json': JSON.stringify({ schemaVersion: 1, id: 'gate', version: '1.0.0' }) }),
        ])
        await row(page, 'evil.jar').getByText('压缩包中包含不安全的路径').waitFor()
        await row(page, 'gate.jar')
          .getByText(/已检查|加载器/)
          .first()
          .waitFor()
        await page.route('**/_internal/version-file?*', (route) => route.abort('connectionreset'))
        await choose(page, [file('build-contest-kit-2.2.0.jar', described('2.2.0', 900))])
        await button(page, '重新上传 build-contest-kit-2.2.0.jar').waitFor()
      },
    },
    { name: 'version-edit', path: `${mine}/version/${version}/edit` },
    { name: 'state-version-delete', path: `${mine}/version/${version}/edit`, opens: press('删除') },
  ]
}
