// What people say, and what they read of it.
import { ask, command, get, need, pick, visitor } from './ask.js'
import { create } from './people.js'

const SECTIONS = ['all', 'chat', 'article', 'project']
const WORDS = ['齿轮', '灯塔', '崩溃', '教程', '光影', '怎么']

const say = (path, body, as, tags) =>
  ask('command', 'POST', path, { body: JSON.stringify(body), as, keep: true, tags, headers: { 'Content-Type': 'application/json' } })

/** Opens the board of a new project, whose members may write as fast as they like, and reads what there is to read. */
export function prepareTalk(session) {
  const project = create(session)
  const board = project && say(`/v3/project/${project.id}/forum`, {}, session)
  const open = project && command('PATCH', `/v3/project/${project.id}/issues/board`, { issues_type: 2 }, session)
  if (!board || !open) throw new Error('the board of a new project cannot be opened')
  const { forums } = need('/v3/forum/all/lists')
  return { project: project.id, board: board.json().discussion, discussions: forums.map(({ id }) => id) }
}

/** A visitor looks at a section, opens a discussion, and sometimes searches. */
export function read(data, tags = {}) {
  const more = { from: visitor(), tags }
  const section = SECTIONS[pick(SECTIONS.length)]
  get('page', `/forums/${section}`, more)
  if (pick(3) === 0) get('api', `/v3/forum/${section}/lists?sort=newest`, more)
  const id = data.discussions[pick(data.discussions.length)]
  if (id) get('api', `/v3/forum/${id}/posts`, more)
  if (pick(4) === 0) get('search', `/v3/search/talk?query=${encodeURIComponent(WORDS[pick(WORDS.length)])}`, more)
}

/** A member answers on the project's board and reads the newest answers; now and then an issue is opened and commented. */
export function write(session, data, tags = {}) {
  const mark = `${Date.now().toString(36)}-${__VU}-${__ITER}`
  const said = say(`/v3/forum/${data.board}/post`, { content: `负载测试的回复 ${mark}` }, session, tags)
  if (!said) return
  get('api', `/v3/forum/${data.board}/posts?sort=floor_desc`, { as: session, tags })
  if (pick(5) > 0) return
  const issue = say(`/v3/project/${data.project}/issues`, { title: `负载测试的反馈 ${mark}`, body: '打开界面时崩溃。' }, session, tags)
  if (issue) say(`/v3/issues/${issue.json().issue}/comments`, { body: `看到了 ${mark}` }, session, tags)
  get('api', `/v3/project/${data.project}/issues`, { as: session, tags })
}
