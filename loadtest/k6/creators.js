// Creators who make a project, describe it, upload a version and submit it.
import { common, counted, length, steady, summary, thresholds } from './lib/run.js'
import { create, signedIn } from './lib/people.js'

const duration = length('1m')

export const options = {
  ...common,
  scenarios: { creators: steady('creators', 5, duration) },
  thresholds: thresholds(['upload', 'command', 'api']),
}

export const setup = signedIn
export const creators = counted((sessions) => create(sessions.creator))
export const handleSummary = summary
