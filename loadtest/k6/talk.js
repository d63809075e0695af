// Visitors who read the forum, and members who write on the board of their project.
import { common, counted, length, steady, summary, thresholds } from './lib/run.js'
import { signedIn } from './lib/people.js'
import { prepareTalk, read, write } from './lib/talk.js'

const duration = length('1m')

export const options = {
  ...common,
  scenarios: { readers: steady('readers', 10, duration), writers: steady('writers', 5, duration) },
  thresholds: thresholds(['page', 'search', 'api', 'command']),
}

export const setup = () => {
  const sessions = signedIn()
  return { sessions, talk: prepareTalk(sessions.creator) }
}
export const readers = counted((data) => read(data.talk))
export const writers = counted((data) => write(data.sessions.creator, data.talk))
export const handleSummary = summary
