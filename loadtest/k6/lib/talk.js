// What people say, and what they read of it.
import { ask, command, get, need, pick, visitor } from './ask.js'
import { create } from './people.js'

const SECTIONS = ['all', 'chat', 'article', 'project']
// Boards of the demonstration set, whose accounts the scripts use.
const BOARDS = ['hundred-hearths', 'tidewater-railway']
const FLOORS = 20 // of a page
const WORDS = ['齿轮', '灯塔', '崩溃', '教程', '光影', '怎么']

const say = (path, body, as, tags) =>
  ask('command', 'POST', path, { body: JSON.stringify(body), as, keep: true, tags, headers: { 'Content-Type': 'application/json' } })

/** Opens the board of a new project, whose members may write as fast as they like, and reads what there is to read. */
export function prepareTalk(session) {
  const project = create(session)
  const board = project && say(`/v3/project/${project.id}/forum`, {}, session)
  const open = project && command('PATCH', `/v3/project/${project.id}/issues/board`, { issues_type: 2 }, session)
  if (!board || !open) throw new Error('the board of a new project cannot be opened')
  const { forums } = need('/v3/forum/all/lists?page_size=100')
  const discussions = forums.map(({ id, project: of, last_floor }) => ({
    id,
    path: of ? `/${of.url_type}/${of.slug}/forum` : `/d/${id}`,
    last: lastPage(last_floor),
  }))
  const issues = BOARDS.flatMap((slug) => need(`/v3/project/${slug}/issues?state=all&page_size=100`).issues).map(
    ({ id, number, project }) => ({
      id,
      number,
      slug: project.slug,
      path: `/${project.url_type}/${project.slug}/issues`,
    }),
  )
  if (discussions.length === 0 || issues.length === 0) throw new Error('the site has no discussion or no issue: start it with --demo')
  return { project: project.id, board: board.json().discussion, discussions, issues }
}

const lastPage = (floors) => Math.max(1, Math.ceil(floors / FLOORS))

/** A visitor looks at a section, opens a discussion at its beginning or its end, and sometimes searches or looks at a board's issues. */
export function read(data, tags = {}) {
  const more = { from: visitor(), tags }
  const section = SECTIONS[pick(SECTIONS.length)]
  get('page', `/forums/${section}`, more)
  if (pick(3) === 0) get('api', `/v3/forum/${section}/lists?sort=newest`, more)
  const { id, path, last } = data.discussions[pick(data.discussions.length)]
  get('page', path, more)
  get('api', `/v3/forum/${id}/posts?page=${pick(2) === 0 ? 1 : last}`, more)
  if (pick(3) === 0) readIssue(data.issues[pick(data.issues.length)], more)
  if (pick(4) === 0) get('search', `/v3/search/talk?query=${encodeURIComponent(WORDS[pick(WORDS.length)])}`, more)
}

/** The list of a board, and an issue with its comments. */
function readIssue({ id, number, slug, path }, more) {
  get('page', path, more)
  get('api', `/v3/project/${slug}/issues?state=all`, more)
  get('api', `/v3/project/${slug}/issues/${number}`, more)
  get('api', `/v3/issues/${id}/comments`, more)
}

/** A member answers on the project's board and reads its first and last page; now and then an issue is opened and commented. */
export function write(session, data, tags = {}) {
  const mark = `${Date.now().toString(36)}-${__VU}-${__ITER}`
  const said = say(`/v3/forum/${data.board}/post`, { content: `负载测试的回复 ${mark}` }, session, tags)
  if (!said) return
  const first = get('api', `/v3/forum/${data.board}/posts`, { as: session, tags, keep: true })
  if (first) get('api', `/v3/forum/${data.board}/posts?page=${lastPage(first.json().pagination.total)}`, { as: session, tags })
  if (pick(5) > 0) return
  const issue = say(`/v3/project/${data.project}/issues`, { title: `负载测试的反馈 ${mark}`, body: '打开界面时崩溃。' }, session, tags)
  if (issue) say(`/v3/issues/${issue.json().issue}/comments`, { body: `看到了 ${mark}` }, session, tags)
  get('api', `/v3/project/${data.project}/issues`, { as: session, tags })
}
