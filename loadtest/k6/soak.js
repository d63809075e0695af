// The mix for half an hour: memory and times must not grow.
import { common, length, steady, summary, thresholds } from './lib/run.js'
import { ASKED, acts, prepare, scenarios } from './lib/mix.js'

const duration = length('30m')

export const options = { ...common, scenarios: scenarios(steady, duration), thresholds: thresholds(ASKED) }

export const setup = prepare
export const { visitors, programs, downloads, creators, moderators, readers, writers } = acts()
export const handleSummary = summary
