// What visitors do. Each function is one visit.
import { ask, get, pick, visitor } from './ask.js'
import { typed, zipf } from './catalogue.js'

const LISTS = ['/mods', '/modpacks', '/plugins', '/resourcepacks', '/shaders', '/datapacks']

/** A person in a browser: the home page or a list, a search, then a project or two, as the page and as the app asks for them. */
export function browse(data, tags = {}) {
  const more = { from: visitor(), tags }
  get('page', pick(3) > 0 ? '/' : LISTS[pick(LISTS.length)], more)
  const wanted = zipf(data.projects)
  get('search', `/v3/suggest?q=${typed(wanted.title)}`, more)
  get('search', `/v2/search?limit=20&query=${typed(wanted.title)}`, more)
  if (pick(3) === 0) get('search', `/v2/search?limit=20&index=updated&facets=${encodeURIComponent('[["project_type:mod"]]')}`, more)
  for (let n = 1 + pick(2); n > 0; n--) {
    const project = zipf(data.projects)
    get('page', project.path, more)
    get('api', `/_internal/project/${project.id}`, more)
    if (pick(2) === 0) get('page', `${project.path}/versions`, more)
  }
}

/** A program that keeps a pack up to date: documents of the public API. */
export function program(data, tags = {}) {
  const project = zipf(data.projects)
  const more = { from: visitor(), tags, headers: { 'User-Agent': 'PrismLauncher/9.4' } }
  get('api', `/v2/project/${project.id}`, more)
  get('api', `/v2/project/${project.id}/version`, more)
}

const AGENTS = ['Mozilla/5.0', 'HMCL/3.6.12', 'PrismLauncher/9.4', 'PCL2/2.9', 'curl/8.5.0', 'Googlebot/2.1']

/** A download: the call with a key, which is answered with 204 when it is durable, then the file with the same key. */
export function download(data, tags = {}) {
  const version = zipf(data.versions)
  const key = `${__VU}-${__ITER}-${pick(1 << 30)}`
  const more = { from: visitor(), tags, headers: { 'User-Agent': AGENTS[pick(AGENTS.length)] } }
  const about = `loader=${encodeURIComponent(version.loader || '')}&game_version=${encodeURIComponent(version.game || '')}`
  ask('call', 'PATCH', `/v3/version/${version.id}/download?key=${key}&${about}`, { ...more, status: 204 })
  if (version.file) get('file', `${version.file}?key=${key}`, more)
}
