// What accounts do: those of the demonstration set, whose passwords are in a file of the data folder (ACCOUNTS).
import { ask, command, get, need } from './ask.js'
import { form, jar } from './jar.js'

const CREATOR = '演示创作者'
const MODERATOR = '演示版主'

// Files can be opened only while a script is loaded.
const passwords = __ENV.ACCOUNTS ? open(__ENV.ACCOUNTS) : ''

function signIn(username) {
  const line = passwords.split('\n').find((one) => one.startsWith(`${username} `))
  if (!line) throw new Error(`ACCOUNTS must name the file demo-accounts.txt of the site's data folder, with ${username}`)
  const { session } = need('/v2/auth/login', { body: JSON.stringify({ username, password: line.slice(username.length).trim() }) })
  if (!session) throw new Error(`${username} cannot sign in with a password alone`)
  return session
}

/** The sessions that scripts with creators and moderators share. */
export const signedIn = () => ({ creator: signIn(CREATOR), moderator: signIn(MODERATOR) })

/** A creator makes a project, describes it, uploads a version and submits it. Returns its id and the log position, or null where a step failed. */
export function create(session, tags = {}) {
  // Runs share a site, so a name contains the time too. The setup of a script is no iteration.
  const slug = `load-${Date.now().toString(36)}-${__VU}-${typeof __ITER === 'undefined' ? 'setup' : __ITER}`
  const more = { as: session, tags }
  const upload = (path, data, files) => ask('upload', 'POST', path, { ...more, ...form(data, files), keep: true })
  const made = upload('/v2/project', {
    title: `负载测试 ${slug}`,
    slug,
    description: '由负载测试创建的资源，用来测量站点。',
    body: '',
    project_type: 'mod',
    categories: ['utility'],
    client_side: 'required',
    server_side: 'optional',
    license_id: 'MIT',
    initial_versions: [],
    is_draft: true,
  })
  if (!made) return null
  const { id } = made.json()
  if (
    !command('PATCH', `/v2/project/${id}`, { body: `# 负载测试\n\n${slug} 的正文。`, issues_url: `https://example.org/${slug}` }, session, {
      tags,
    })
  )
    return null
  const version = {
    project_id: id,
    name: '第一版',
    version_number: '1.0.0',
    changelog: '首发',
    dependencies: [],
    game_versions: ['1.21.1'],
    version_type: 'release',
    loaders: ['fabric'],
    featured: true,
    file_parts: ['file'],
    primary_file: 'file',
  }
  if (!upload('/v2/version', version, { file: jar(slug) })) return null
  const submitted = command('PATCH', `/v2/project/${id}`, { status: 'processing' }, session, { tags })
  if (!submitted) return null
  get('api', `/v2/project/${id}`, more) // a creator looks at the result
  return { id, position: submitted.headers['Log-Position'] }
}

/** A moderator looks at the queue, opens a submitted project, locks and approves it, and reads the audit. */
export function moderate(session, project, tags = {}) {
  const more = { as: session, tags }
  get('queue', '/_internal/moderation/projects?count=20', more)
  get('queue', `/_internal/moderation/project/${project.id}/checklist`, { ...more, headers: { 'Min-Position': project.position } })
  if (!command('POST', `/_internal/moderation/lock/${project.id}`, undefined, session, { status: 200, tags })) return
  command('PATCH', `/v2/project/${project.id}`, { status: 'approved', reason: { code: 'complies' } }, session, { tags })
  get('queue', '/_internal/moderation/audit?limit=20', more)
}
