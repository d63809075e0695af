// Visitors of the site and programs that read its API.
import { common, counted, length, steady, summary, thresholds } from './lib/run.js'
import { readCatalogue } from './lib/catalogue.js'
import { browse, program } from './lib/visits.js'

const duration = length('1m')

export const options = {
  ...common,
  scenarios: { visitors: steady('visitors', 10, duration), programs: steady('programs', 20, duration) },
  thresholds: thresholds(['page', 'search', 'api']),
}

export const setup = () => readCatalogue()
export const visitors = counted((data) => browse(data))
export const programs = counted((data) => program(data))
export const handleSummary = summary
