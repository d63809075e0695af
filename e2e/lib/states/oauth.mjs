// States of the screens of OAuth, over documents of the API.
import { answers, breaks, button, dialog, waits } from './shared.mjs'

const day = 86_400_000
const before = (days) => new Date(Date.now() - days * day).toISOString()

const app = {
  id: 'AAAAAAAA',
  name: '方块同步器',
  icon_url: null,
  max_scopes: 2 ** 1 + 2 ** 11 + 2 ** 14 + 2 ** 17 + 2 ** 50,
  redirect_uris: ['https://sync.example.org/callback', 'http://127.0.0.1/callback'],
  created_by: 'BBBBBBBB',
  created: before(400),
  url: 'https://sync.example.org',
  description: '把存档和资源同步到别的设备，也能在夜里自动备份。',
  type: 'confidential',
  creator: { id: 'BBBBBBBB', username: '阿澄', avatar_url: null },
  organization_id: null,
  verified: false,
  suspended: null,
  users: 1234,
  last_used: before(1),
  secrets: [
    { id: 'CCCCCCCC', created: before(90), last_used: before(1) },
    { id: 'DDDDDDDD', created: before(2), last_used: null },
  ],
}
const unknown = { ...app, users: 3, created: before(2), description: null, url: null }
const suspended = { ...app, suspended: { since: before(3), reason: '名称和图标冒充另一个应用，请改名后申诉。' } }

const consent = (change = {}) => ({
  flow_id: 'mrf_flow',
  client_id: app.id,
  client_name: app.name,
  client_icon: null,
  requested_scopes: app.max_scopes,
  granted_scopes: 0,
  openid: ['openid', 'profile', 'offline_access'],
  redirect_uri: app.redirect_uris[0],
  app,
  expires: new Date(Date.now() + 30 * 60_000).toISOString(),
  ...change,
})

const usage = {
  days: Array.from({ length: 30 }, (_, n) => ({ day: before(n).slice(0, 10), requests: (n * 7919) % 400 })),
  refused: [
    {
      time: before(0.1),
      where: 'authorize',
      error: 'invalid_request',
      rule: 'redirect_uri_not_registered',
      detail: '回调地址不是应用注册的地址',
    },
    { time: before(0.4), where: 'token', error: 'invalid_grant', rule: 'code_used', detail: '授权码已经用过' },
  ],
}

const page = '/auth/authorize?client_id=AAAAAAAA&response_type=code'
const asks = (change) => answers('**/_internal/oauth/authorize?*', consent(change))
const refuses = (error, description) => (one) =>
  one.route('**/_internal/oauth/authorize?*', (route) => route.fulfill({ status: 400, json: { error, description } }))
/** The buttons wait until they are in sight. */
const ready = async (one) => {
  await one.getByRole('group', { name: '授权应用' }).scrollIntoViewIfNeeded()
  await one.locator('[role=group] button:not([aria-disabled])', { hasText: '授权' }).waitFor()
}

const owns = (list) => async (one) => {
  await answers('**/v3/user/*/oauth_apps', list)(one)
  await answers('**/v3/oauth/app/*/usage', usage)(one)
}
const mine = `/settings/applications?app=${app.id}`
const pressed = (name) => (one) => button(one, name)

const given = {
  id: 'EEEEEEEE',
  app_id: app.id,
  user_id: 'FFFFFFFF',
  scopes: app.max_scopes,
  created: before(60),
  last_used: before(1),
  app,
}
const deeds = ['project.described.v1', 'version.published.v1', 'project.icon-changed.v1'].map((type, n) => ({
  position: 9 - n,
  type,
  times: n + 1,
  first: before(n + 1),
  last: before(n + 1),
  role: 'owner',
  key: { id: given.id, kind: 'application', name: app.name },
  thing: { kind: 'project', id: 'AABBCCDD', stream: 'project-AABBCCDD', title: '齿轮与铜绿', url: '/project/AABBCCDD' },
}))
const allows = answers('**/v3/oauth/authorizations', [
  given,
  { ...given, id: 'JJJJJJJJ', handed_over: true, app: { ...app, id: 'KKKKKKKK', name: '光影预设' } },
  { ...given, id: 'GGGGGGGG', scopes: 0, last_used: null, app: { ...suspended, id: 'HHHHHHHH', name: '夜间构建' } },
])

export function oauthStates() {
  return [
    waits('consent', page),
    { name: 'state-consent', path: page, before: asks(), act: ready },
    { name: 'state-consent-verified', path: page, before: asks({ app: { ...app, verified: true }, openid: [] }), act: ready },
    { name: 'state-consent-unknown', path: page, before: asks({ app: unknown, redirect_uri: 'com.example.sync:/callback' }), act: ready },
    { name: 'state-consent-more', path: page, before: asks({ granted_scopes: 2 ** 11, openid: [] }), act: ready },
    { name: 'state-consent-handed-over', path: page, before: asks({ handed_over: true }), act: ready },
    {
      name: 'state-consent-suspended',
      path: page,
      before: async (one) => {
        await answers('**/v3/oauth/app/*', suspended)(one)
        await refuses('client_suspended', '应用已被工作人员停用（the client is suspended）')(one)
      },
    },
    { name: 'state-consent-client', path: page, before: refuses('unknown_client', '应用不存在（unknown client_id）') },
    {
      name: 'state-consent-redirect',
      path: page,
      before: refuses('redirect_uri_not_registered', '回调地址不是应用注册的地址（redirect_uri is not registered）'),
    },
    { name: 'state-consent-expired', path: page, before: refuses('flow_invalid', '链接或步骤已失效，请重新开始') },
    waits('applications', '/settings/applications'),
    breaks('applications', '/settings/applications'),
    {
      name: 'state-applications',
      path: '/settings/applications',
      before: owns(
        [{ ...app, verified: true }, suspended, { ...unknown, type: 'public', last_used: null }].map((one, n) => ({
          ...one,
          id: `AAAAAAA${n}`,
        })),
      ),
    },
    {
      name: 'state-applications-full',
      path: '/settings/applications',
      before: owns(Array.from({ length: 16 }, (_, n) => ({ ...app, id: `AAAAAA${10 + n}`, name: `应用 ${n + 1}` }))),
    },
    { name: 'state-application', path: mine, before: owns([app]), act: (one) => one.getByText('code_used').waitFor() },
    { name: 'state-application-suspended', path: mine, before: owns([suspended]) },
    {
      name: 'state-application-redirects',
      path: mine,
      before: owns([app]),
      act: async (one) => {
        await one.getByRole('textbox', { name: '第 2 个回调地址' }).fill('http://example.org/callback')
        await one.keyboard.press('Tab')
        await one.getByText('请使用 https。').waitFor()
      },
    },
    { name: 'state-application-secret-end', path: mine, before: owns([app]), opens: pressed('停用密钥 CCCCCCCC') },
    { name: 'state-application-delete', path: mine, before: owns([app]), opens: pressed('删除应用') },
    waits('authorizations', '/settings/authorizations'),
    breaks('authorizations', '/settings/authorizations'),
    { name: 'state-authorizations', path: '/settings/authorizations', before: allows },
    {
      name: 'state-key-drawer',
      path: '/settings/authorizations',
      before: async (one) => {
        await allows(one)
        await answers('**/v3/account/activity?*', { entries: deeds, next: null })(one)
      },
      opens: pressed('「方块同步器」的操作'),
    },
    {
      name: 'state-authorization-narrow',
      path: '/settings/authorizations',
      before: allows,
      opens: pressed('收窄「方块同步器」的权限'),
      act: (one) => dialog(one).getByRole('checkbox', { name: '删除版本' }).uncheck(),
    },
    { name: 'state-authorization-revoke', path: '/settings/authorizations', before: allows, opens: pressed('撤销「方块同步器」') },
  ]
}
