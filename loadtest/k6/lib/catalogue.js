// The catalogue of the site, read over its API before the measurement: most downloaded projects first.
import { BASE } from './run.js'
import { need, pick } from './ask.js'

// What is popular is asked for again and again; more projects would cost every virtual user memory.
const MOST = Number(__ENV.PROJECTS || 5000)
const WITH_FILES = 500

/** Reads the projects: id and path of the page. With files, also versions of popular projects and the addresses of their files. */
export function readCatalogue({ files = false } = {}) {
  const projects = []
  for (let total = 1; projects.length < Math.min(total, MOST); ) {
    const page = need(`/v2/search?index=downloads&limit=100&offset=${projects.length}`)
    if (page.hits.length === 0) break
    total = page.total_hits
    for (const hit of page.hits) projects.push({ id: hit.project_id, path: `/${hit.url_type}/${hit.slug}`, title: hit.title })
  }
  if (projects.length === 0) throw new Error(`${BASE} has no project: start it with --demo or import a catalogue`)
  return { projects, versions: files ? readVersions(projects.slice(0, WITH_FILES)) : [] }
}

// Hits, not projects, must be many: the newest versions are enough. A version on another site has no file here.
function readVersions(projects) {
  const versions = []
  for (let i = 0; i < projects.length; i += 100) {
    const found = need(`/v2/projects?ids=${list(projects.slice(i, i + 100).map((one) => one.id))}`)
    const newest = found.flatMap((one) => one.versions.slice(-3))
    for (let j = 0; j < newest.length; j += 100)
      for (const version of need(`/v2/versions?ids=${list(newest.slice(j, j + 100))}`)) versions.push(short(version))
  }
  if (versions.length === 0) throw new Error(`the popular projects of ${BASE} have no versions`)
  return versions
}

function short(version) {
  const file = version.files.find((one) => one.primary) || version.files[0]
  const path = file && /^https?:\/\/[^/]+(\/data\/[^?#]*)$/.exec(file.url)
  return { id: version.id, loader: version.loaders[0], game: version.game_versions[0], file: path && file.size < 1 << 20 ? path[1] : '' }
}

const list = (ids) => encodeURIComponent(JSON.stringify(ids))

/** An element of a list whose n-th is asked for n times less often than its first: Zipf's law with the exponent 1. */
export const zipf = (all) => all[Math.min(all.length, Math.floor(Math.exp(Math.random() * Math.log(all.length + 1)))) - 1]

/** A beginning of a name, as somebody types it. */
export function typed(title) {
  const letters = [...title]
  return encodeURIComponent(letters.slice(0, 2 + pick(Math.max(1, letters.length - 1))).join(''))
}
