// Every page by kind of account, over the demonstration set.
import { setTimeout } from 'node:timers/promises'
import { command } from './people.mjs'

const json = async (server, path) => {
  const answer = await fetch(server.url + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

const project = '/mod/gears-and-verdigris'
const author = encodeURIComponent('半枚齿轮')

/** Pages of a visitor. */
export async function publicPlaces(server) {
  const { versions } = await json(server, '/_internal/project/gears-and-verdigris/versions')
  const team = await json(server, '/v2/search?limit=100').then(({ hits }) => hits.find((hit) => hit.organization)?.organization)
  const talk = await json(server, '/v3/forum/chat/lists').then(({ forums }) => forums.find((one) => one.replies > 1)?.id)
  const plain = ['/mods', '/modpacks', '/plugins', '/resourcepacks', '/shaders', '/datapacks', '/softwares', '/languages']
  return [
    { name: 'home', path: '/' },
    ...plain.map((path) => ({ name: `search${path.replace('/', '-')}`, path })),
    { name: 'search-filtered', path: '/mods?g=categories:fabric&v=1.20.1&nf=categories:library&s=downloads' },
    { name: 'search-nothing', path: '/mods?q=zzzzzzzzzz' },
    { name: 'search-all', path: '/search?q=a' },
    { name: 'search-users', path: '/users' },
    { name: 'search-organizations', path: '/organizations' },
    { name: 'search-collections', path: '/collections' },
    { name: 'project', path: project },
    { name: 'project-changelog', path: `${project}/changelog` },
    { name: 'project-gallery', path: `${project}/gallery` },
    { name: 'project-versions', path: `${project}/versions` },
    { name: 'project-forum', path: `${project}/forum` },
    { name: 'wiki', path: `${project}/wikis` },
    { name: 'wiki-history', path: `${project}/wikis/history` },
    { name: 'wiki-page-missing', path: `${project}/wiki/no-such-page`, status: [404] },
    { name: 'issues', path: '/mod/hundred-hearths/issues' },
    { name: 'issue', path: '/mod/hundred-hearths/issues/1' },
    { name: 'issues-closed', path: '/mod/hundred-hearths/issues?state=closed' },
    { name: 'issues-none', path: `${project}/issues`, status: [200, 404] },
    { name: 'issue-missing', path: '/mod/hundred-hearths/issues/4040', status: [404] },
    { name: 'version', path: `${project}/version/${versions[0].id}` },
    { name: 'user', path: `/user/${author}` },
    { name: 'user-forum', path: `/user/${author}/forum` },
    ...(team ? [{ name: 'organization', path: `/organization/${team}` }] : []),
    ...(talk ? [{ name: 'discussion', path: `/d/${talk}` }] : []),
    { name: 'discussion-missing', path: '/d/none', status: [404] },
    { name: 'sign-in', path: '/auth/sign-in' },
    { name: 'sign-up', path: '/auth/sign-up' },
    { name: 'reset-password', path: '/auth/reset-password' },
    { name: 'verify-email', path: '/auth/verify-email' },
    { name: 'display', path: '/settings' },
    { name: 'language', path: '/settings/language' },
    { name: 'status', path: '/status' },
    { name: 'transparency', path: '/transparency' },
    ...['all', 'chat', 'project', 'article', 'notice'].map((forum) => ({ name: `forum-${forum}`, path: `/forums/${forum}` })),
    { name: 'forum-unanswered', path: '/forums/all?filter=unanswered' },
    { name: 'forum-newest', path: '/forums/chat?sort=newest' },
    { name: 'forum-search', path: '/forums/search' },
    { name: 'forum-search-found', path: '/forums/search?q=%E7%81%AF' },
    { name: 'forum-search-nothing', path: '/forums/search?q=zzzzzzzz' },
    { name: 'forum-missing', path: '/forums/nothing', status: [404] },
    { name: 'flags', path: '/flags' },
    { name: 'frog', path: '/frog' },
    { name: 'server', path: '/server?aff=none', status: [200, 404] },
    ...['terms', 'rules', 'privacy', 'copyright', 'security', 'cmp', 'cmp-info', 'ccpa'].map((text) => ({
      name: `legal-${text}`,
      path: `/legal2/${text}`,
    })),
    { name: 'not-found', path: '/nosuchpage', status: [404] },
    { name: 'project-missing', path: '/mod/no-such-project', status: [404] },
    { name: 'collection-missing', path: '/collection/none', status: [404] },
    { name: 'user-missing', path: '/user/nobody-at-all', status: [404] },
  ]
}

/** Further pages of the demonstration's creator. */
export function creatorPlaces() {
  const mine = '/mod/build-contest-kit'
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'dashboard-projects', path: '/dashboard/projects' },
    { name: 'dashboard-create', path: '/dashboard/projects?create=true' },
    { name: 'dashboard-notifications', path: '/dashboard/notifications' },
    { name: 'dashboard-notifications-history', path: '/dashboard/notifications/history' },
    { name: 'dashboard-collections', path: '/dashboard/collections' },
    { name: 'dashboard-organizations', path: '/dashboard/organizations' },
    { name: 'dashboard-reports', path: '/dashboard/reports' },
    { name: 'dashboard-analytics', path: '/dashboard/analytics' },
    { name: 'dashboard-revenue', path: '/dashboard/revenue' },
    ...['transfers', 'withdraw', 'destinations'].map((part) => ({ name: `dashboard-revenue-${part}`, path: `/dashboard/revenue/${part}` })),
    { name: 'dashboard-claims', path: '/dashboard/claims' },
    { name: 'dashboard-wikis', path: '/dashboard/wikis' },
    { name: 'dashboard-wikis-review', path: '/dashboard/wikis?scope=review' },
    { name: 'servers', path: '/servers/manage' },
    { name: 'server-missing', path: '/servers/manage/nosuchid', status: [200, 404] },
    { name: 'claim-new', path: '/dashboard/claims/new?project=desert-bleached' },
    { name: 'collection-following', path: '/collection/following' },
    { name: 'report', path: '/report' },
    { name: 'welcome', path: '/auth/welcome' },
    { name: 'settings-display', path: '/settings' },
    { name: 'settings-account', path: '/settings/account' },
    { name: 'settings-profile', path: '/settings/profile' },
    { name: 'settings-sessions', path: '/settings/sessions' },
    { name: 'settings-activity', path: '/settings/activity' },
    { name: 'settings-tokens', path: '/settings/pats' },
    { name: 'settings-applications', path: '/settings/applications' },
    { name: 'settings-applications-new', path: '/settings/applications?app=new' },
    { name: 'settings-authorizations', path: '/settings/authorizations' },
    { name: 'project-own', path: mine },
    ...['', '/description', '/tags', '/links', '/license', '/members', '/translations', '/analytics', '/webhooks', '/wiki'].map((part) => ({
      name: `project-settings${part.replace('/', '-')}`,
      path: `${mine}/settings${part}`,
    })),
    { name: 'project-forum-own', path: `${mine}/forum` },
    { name: 'issues-own', path: `${mine}/issues` },
    { name: 'project-settings-issues', path: `${mine}/settings/issues` },
    { name: 'forum-own', path: '/forums/chat' },
    { name: 'forum-mine', path: '/forums/all?filter=mine' },
    { name: 'project-forum-answer', path: `${project}/forum` },
    { name: 'issue-answer', path: '/mod/hundred-hearths/issues/1' },
    { name: 'wiki-own', path: `${mine}/wikis` },
    { name: 'wiki-edit', path: `${mine}/wikis/edit` },
    { name: 'wiki-preview', path: `${mine}/wikis/preview` },
    { name: 'gallery-own', path: `${mine}/gallery` },
    { name: 'version-new', path: `${mine}/version/first-new` },
    { name: 'project-draft', path: '/project/sun-clock-garden' },
    { name: 'project-rejected', path: '/project/sand-seasons/moderation' },
    { name: 'project-withheld', path: '/project/paper-kites' },
    { name: 'project-waiting', path: '/project/lobby-aquarium/moderation' },
    { name: 'project-history', path: '/project/sand-seasons/history' },
    { name: 'project-as-of', path: `${mine}/history?show=page` },
  ]
}

/** Further pages of the staff. */
export async function staffPlaces(server) {
  const { versions } = await json(server, '/_internal/project/gears-and-verdigris/versions')
  return [
    { name: 'moderation', path: '/moderation' },
    { name: 'moderation-work', path: '/moderation/work' },
    { name: 'moderation-queue', path: '/moderation/review' },
    { name: 'moderation-reports', path: '/moderation/reports' },
    { name: 'moderation-claims', path: '/moderation/claims' },
    { name: 'moderation-translations', path: '/moderation/translations' },
    { name: 'moderation-translations-accepted', path: '/moderation/translations?status=approved' },
    { name: 'moderation-wikis', path: '/moderation/wikis' },
    { name: 'moderation-revenue', path: '/moderation/revenue' },
    ...['payouts', 'income', 'months', 'corrections', 'frozen', 'rules'].map((tab) => ({
      name: `moderation-revenue-${tab}`,
      path: `/moderation/revenue?tab=${tab}`,
    })),
    { name: 'moderation-accounts', path: '/moderation/accounts' },
    { name: 'moderation-accounts-suspended', path: '/moderation/accounts?state=suspended' },
    { name: 'moderation-account', path: `/moderation/account/${author}` },
    { name: 'moderation-curated', path: '/moderation/curated' },
    { name: 'moderation-searches', path: '/moderation/curated?place=searches' },
    { name: 'moderation-audit', path: '/moderation/audit' },
    { name: 'moderation-posts', path: '/moderation/posts' },
    { name: 'moderation-posts-bars', path: '/moderation/posts?place=chat' },
    { name: 'project-forum-staff', path: `${project}/forum` },
    { name: 'moderation-templates', path: '/moderation/templates' },
    { name: 'moderation-words', path: '/moderation/words' },
    { name: 'moderation-contents', path: `/moderation/contents/${versions[0].id}` },
    { name: 'moderation-project', path: '/project/lobby-aquarium?review=1' },
    { name: 'staff-tokens', path: '/settings/pats' },
  ]
}

/** Further pages of administrators. */
export function adminPlaces() {
  return [
    { name: 'moderation-servers', path: '/moderation/servers' },
    { name: 'moderation-nodes', path: '/moderation/nodes' },
  ]
}

const serverParts = [
  'content',
  'files',
  'backups',
  'network',
  'history',
  'history/crash',
  'history/config',
  'options/general',
  'options/properties',
  'options/loader',
  'options/startup',
  'options/members',
]

/** Pages of the servers of the demonstration's node, when two of them run: Server.hosting. */
export async function serverPlaces(context, server) {
  const inState = (servers, state) => servers.filter((one) => one.power.state === state)
  let servers = []
  for (let left = 300; inState(servers, 'running').length < 2; left--) {
    if (left === 0) throw new Error(`the demonstration's servers do not start: ${server.log.slice(-2000)}`)
    await setTimeout(300)
    servers = (await (await context.request.get(`${server.url}/hosting/modyard/v0/servers`)).json()).servers
  }
  const [running, stopped] = ['running', 'stopped'].map((state) => inState(servers, state)[0].server_id)
  return [
    { name: 'server-overview', path: `/servers/manage/${running}` },
    { name: 'server-stopped', path: `/servers/manage/${stopped}` },
    ...serverParts.map((part) => ({
      name: `server-${part.replace('options/', '').replace('/', '-')}`,
      path: `/servers/manage/${running}/${part}`,
    })),
    { name: 'server-editor', path: `/servers/manage/${running}/files?path=/&open=/server.properties` },
  ]
}

/** Adds an own item to every list: a collection with a project, an organization. */
export async function furnish(context, server) {
  const found = await json(server, '/v2/search?limit=6&index=downloads')
  const made = await command(context, server, 'POST', '/v3/collection', {
    name: '常用的几样',
    description: '搭服时总会用到。',
    projects: found.hits.map((hit) => hit.project_id),
  })
  const collection = await made.json()
  await command(context, server, 'POST', '/v3/organization', {
    slug: 'paper-lantern-works',
    name: '纸灯工坊',
    description: '一起做小东西。',
  })
  for (const hit of found.hits.slice(0, 3)) await command(context, server, 'POST', `/v2/project/${hit.project_id}/follow`)
  return [
    { name: 'collection', path: `/collection/${collection.id}` },
    ...['', '/members', '/projects', '/webhooks'].map((part) => ({
      name: `organization-settings${part.replace('/', '-')}`,
      path: `/organization/paper-lantern-works/settings${part}`,
    })),
  ]
}
