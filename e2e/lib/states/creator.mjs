// States of a creator outside of their projects: the header, their lists, their account.
import { oauthStates } from './oauth.mjs'
import { answers, breaks, button, dialog, menu, waits, waitsFrom } from './shared.mjs'
import { talkStates } from './talk.mjs'

const project = '/mod/gears-and-verdigris'
const press = (name) => (page) => button(page, name)
const item = async (page, name) => page.getByRole('menuitem', { name }).click()

/** A dialog behind a menu: the menu's button has the focus afterwards. */
const behind = (opener, entry) => ({
  opens: press(opener),
  shows: menu,
  returns: press(opener),
  act: async (page) => {
    await item(page, entry)
    await dialog(page).waitFor()
  },
})

/** Passkeys on the address of the test, which cannot have any itself. */
const passkeys = {
  host: '127.0.0.1',
  url: 'http://127.0.0.1',
  required: true,
  most: 10,
  passkeys: [
    { id: 'AAAAAAAA', name: '书房的电脑', created: '2026-09-01T08:00:00Z', last_used: '2026-11-01T08:00:00Z', synced: true, suspect: null },
    {
      id: 'BBBBBBBB',
      name: '钥匙串上的安全密钥',
      created: '2026-10-01T08:00:00Z',
      last_used: null,
      synced: false,
      suspect: '2026-11-02T08:00:00Z',
    },
  ],
}

export function creatorStates({ collection, organization, report }) {
  return [
    waits('dashboard', '/dashboard'),
    breaks('dashboard', '/dashboard'),
    waits('dashboard-projects', '/dashboard/projects'),
    waits('notifications', '/dashboard/notifications'),
    waitsFrom('collection', '/dashboard/collections', (page) => page.locator(`a[href$="/collection/${collection}"]`).first()),
    waits('tokens', '/settings/pats'),
    breaks('tokens', '/settings/pats'),
    { name: 'state-forbidden', path: '/moderation/review' },
    { name: 'state-forbidden-settings', path: '/mod/lantern-core/settings' },
    { name: 'state-create-menu', path: '/', at: [1440], opens: press('发布'), shows: menu },
    { name: 'state-account-menu', path: '/', at: [1440], opens: press('我的账户'), shows: menu },
    {
      name: 'state-account-sheet',
      path: '/',
      at: [390],
      opens: (page) => page.getByRole('navigation', { name: '主要导航' }).getByRole('button', { name: '我的' }),
    },
    { name: 'state-notifications', path: '/', opens: press(/^通知/) },
    { name: 'state-save', path: project, opens: press(/^已?收藏$/), act: (page) => dialog(page).getByText('常用的几样').waitFor() },
    {
      name: 'state-collection-create',
      path: '/dashboard/collections',
      opens: press('创建收藏夹'),
      act: (page) => dialog(page).getByRole('button', { name: '创建', exact: true }).click(),
    },
    { name: 'state-collection-edit', path: `/collection/${collection}`, opens: press('编辑') },
    { name: 'state-collection-delete', path: `/collection/${collection}`, ...behind('更多操作', '删除收藏夹') },
    {
      name: 'state-collection-select',
      path: `/collection/${collection}`,
      act: async (page) => {
        await button(page, '多选').click()
        await page
          .getByRole('checkbox', { name: /^选择 / })
          .first()
          .check()
      },
    },
    {
      name: 'state-project-create',
      path: '/dashboard/projects',
      opens: press('新建项目'),
      act: async (page) => {
        await dialog(page).getByLabel('名称').fill('齿轮与铜绿')
        await dialog(page).getByLabel('链接').fill('gears-and-verdigris')
        await dialog(page).getByText('这个链接已被占用。').waitFor()
      },
    },
    {
      name: 'state-bulk',
      path: '/dashboard/projects',
      opens: async (page) => {
        await page
          .getByRole('checkbox', { name: /^选择 / })
          .nth(0)
          .check()
        await page
          .getByRole('checkbox', { name: /^选择 / })
          .nth(1)
          .check()
        return button(page, '批量修改')
      },
    },
    {
      name: 'state-bulk-preview',
      path: '/dashboard/projects',
      opens: async (page) => {
        await page
          .getByRole('checkbox', { name: /^选择 / })
          .nth(0)
          .check()
        await page
          .getByRole('checkbox', { name: /^选择 / })
          .nth(1)
          .check()
        return button(page, '批量修改')
      },
      act: async (page) => {
        await dialog(page).getByLabel('源代码').fill('https://example.com/source')
        await dialog(page).getByRole('button', { name: '冒险：不变' }).click()
        await dialog(page).getByRole('button', { name: '预览修改' }).click()
        await dialog(page)
          .getByRole('button', { name: /^修改 \d/ })
          .waitFor()
      },
    },
    { name: 'state-organization-create', path: '/dashboard/organizations', opens: press('新建团队') },
    { name: 'state-organization-add', path: `/organization/${organization}/settings/projects`, opens: press('移入项目') },
    { name: 'state-organization-delete', path: `/organization/${organization}/settings`, opens: press('删除团队') },
    {
      name: 'state-report',
      path: '/report?itemType=project&itemId=gears-and-verdigris',
      act: async (page) => {
        await page.locator('.report-form__item').waitFor()
        await page.getByRole('button', { name: '提交举报' }).click()
        await page.getByText('请选择一个原因。').waitFor()
      },
    },
    {
      name: 'state-report-again',
      path: '/report?itemType=project&itemId=thin-light',
      act: (page) => page.getByText('你已经举报过').waitFor(),
    },
    {
      name: 'state-report-missing',
      path: '/report?itemType=project&itemId=no-such-project',
      act: (page) => page.getByText('没有找到这个资源。').waitFor(),
    },
    { name: 'report-own', path: `/dashboard/report/${report}` },
    { name: 'state-email', path: '/settings/account', opens: press('更换邮箱') },
    { name: 'state-password', path: '/settings/account', opens: press('修改密码') },
    {
      name: 'state-two-factor',
      path: '/settings/account',
      opens: press('开启两步验证'),
      act: (page) => dialog(page).getByRole('img', { name: '两步验证的二维码' }).waitFor(),
    },
    {
      name: 'state-two-factor-codes',
      path: '/settings/account',
      opens: press('开启两步验证'),
      before: answers('**/v2/auth/2fa', { backup_codes: Array.from({ length: 10 }, (_, n) => `${1000 + n * 731}-${9000 - n * 417}`) }),
      act: async (page) => {
        await dialog(page).getByLabel('6 位验证码').fill('123456')
        await dialog(page).getByRole('button', { name: '确认开启' }).click()
        await dialog(page).getByText('我已把恢复码存放在安全的地方').waitFor()
      },
    },
    { name: 'state-passkeys', path: '/settings/account', before: answers('**/_internal/auth/passkeys', passkeys) },
    {
      name: 'state-passkey-add',
      path: '/settings/account',
      before: answers('**/_internal/auth/passkeys', passkeys),
      opens: press('添加通行密钥'),
    },
    { name: 'state-account-delete', path: '/settings/account', opens: press('注销账户') },
    { name: 'state-avatar-crop', path: '/settings/profile', picks: ['上传头像', 'me.png'] },
    { name: 'state-token-create', path: '/settings/pats', opens: press('创建令牌') },
    {
      name: 'state-token-once',
      path: '/settings/pats',
      opens: press('创建令牌'),
      before: (page) =>
        page.route('**/v2/pat', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                json: {
                  id: 'aaaaaaaa',
                  name: '每周构建',
                  access_token: 'mrp_1yTfW0cQm3kEoV8rXnB5dZ7uHsJ2gLpA4tKiC6qMxN9eRwYbUvGhFjDlSaZoPk',
                  scopes: 1,
                  created: '2026-11-01T00:00:00Z',
                  expires: '2026-12-01T00:00:00Z',
                },
              })
            : route.fallback(),
        ),
      act: async (page) => {
        await dialog(page).getByLabel('名称').fill('每周构建')
        await dialog(page).getByLabel('查看资源').check()
        await dialog(page).getByRole('button', { name: '创建令牌' }).click()
        await dialog(page).getByText('令牌只显示这一次').waitFor()
      },
    },
    { name: 'state-token-revoke', path: '/settings/pats', opens: press('撤销') },
    { name: 'state-sessions-end', path: '/settings/sessions', opens: press(/^退出 /) },
    ...oauthStates(),
    ...talkStates(),
  ]
}

/** States of a new account without any items or a verified address. */
export function newcomerStates() {
  return [
    ['dashboard', '/dashboard'],
    ['projects', '/dashboard/projects'],
    ['notifications', '/dashboard/notifications'],
    ['collections', '/dashboard/collections'],
    ['organizations', '/dashboard/organizations'],
    ['reports', '/dashboard/reports'],
    ['tokens', '/settings/pats'],
    ['applications', '/settings/applications'],
    ['authorizations', '/settings/authorizations'],
    ['account', '/settings/account'],
    ['following', '/collection/following'],
    ['user', `/user/${encodeURIComponent('新来的人')}`],
    ['home', '/'],
    ['project', project],
  ]
    .map(([name, path]) => ({ name: `new-${name}`, path }))
    .concat([
      { name: 'state-save-empty', path: project, opens: press('收藏'), act: (page) => dialog(page).getByText('还没有收藏夹').waitFor() },
    ])
}
