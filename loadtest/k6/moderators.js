// Moderators who take projects from the queue and decide. What they decide about is submitted first, at the same rate.
import { common, counted, length, steady, summary, thresholds } from './lib/run.js'
import { create, moderate, signedIn } from './lib/people.js'

const duration = length('1m')

export const options = {
  ...common,
  scenarios: { moderators: steady('moderators', 3, duration) },
  thresholds: thresholds(['queue', 'command', 'upload', 'api']),
}

export const setup = signedIn

export const moderators = counted((sessions) => {
  const project = create(sessions.creator)
  if (project) moderate(sessions.moderator, project)
})

export const handleSummary = summary
