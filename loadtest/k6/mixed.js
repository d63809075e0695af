// A day in a minute: visitors, programs, downloads, creators and moderators at once.
import { common, length, steady, summary, thresholds } from './lib/run.js'
import { ASKED, acts, prepare, scenarios } from './lib/mix.js'

const duration = length('2m')

export const options = { ...common, scenarios: scenarios(steady, duration), thresholds: thresholds(ASKED) }

export const setup = prepare
export const { visitors, programs, downloads, creators, moderators, readers, writers } = acts()
export const handleSummary = summary
