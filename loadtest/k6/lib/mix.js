// Everything at once: what the scripts mixed, spike and soak send.
import { readCatalogue } from './catalogue.js'
import { counted } from './run.js'
import { create, moderate, signedIn } from './people.js'
import { prepareTalk, read, write } from './talk.js'
import { browse, download, program } from './visits.js'

export const MIX = { visitors: 5, programs: 10, downloads: 50, creators: 0.5, moderators: 0.5, readers: 2, writers: 0.5 }
export const ASKED = ['page', 'search', 'api', 'call', 'file', 'upload', 'command', 'queue']

export function prepare() {
  const sessions = signedIn()
  return { ...readCatalogue({ files: true }), sessions, talk: prepareTalk(sessions.creator) }
}

/** The functions of the scenarios; tags says how a request is tagged at the moment. */
export const acts = (tags = () => ({})) => ({
  visitors: counted((data) => browse(data, tags())),
  programs: counted((data) => program(data, tags())),
  downloads: counted((data) => download(data, tags())),
  creators: counted((data) => create(data.sessions.creator, tags())),
  moderators: counted((data) => {
    const now = tags()
    const project = create(data.sessions.creator, now)
    if (project) moderate(data.sessions.moderator, project, now)
  }),
  readers: counted((data) => read(data.talk, tags())),
  writers: counted((data) => write(data.sessions.creator, data.talk, tags())),
})

/** A scenario for each part of the mix. */
export const scenarios = (executor, duration) =>
  Object.fromEntries(Object.entries(MIX).map(([name, perSecond]) => [name, executor(name, perSecond, duration)]))
