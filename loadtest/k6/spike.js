// The mix rises tenfold and falls again. The site may slow down meanwhile and refuse with 503, but answers as before afterwards.
import { common, length, phase, rising, summary, thresholds } from './lib/run.js'
import { ASKED, acts, prepare, scenarios } from './lib/mix.js'

const duration = length('3m')

export const options = {
  ...common,
  scenarios: scenarios(rising, duration),
  thresholds: thresholds(ASKED, { errors: 0.01, filter: 'phase:after' }),
}

export const setup = prepare
export const { visitors, programs, downloads, creators, moderators, readers, writers } = acts(() => ({ phase: phase(duration) }))
export const handleSummary = summary
