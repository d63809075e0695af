// Downloads: calls that are durable before their 204, and the files.
import { common, counted, length, steady, summary, thresholds } from './lib/run.js'
import { readCatalogue } from './lib/catalogue.js'
import { download } from './lib/visits.js'

const duration = length('1m')

export const options = {
  ...common,
  scenarios: { downloads: steady('downloads', 200, duration) },
  thresholds: thresholds(['call', 'file']),
}

export const setup = () => readCatalogue({ files: true })
export const downloads = counted((data) => download(data))
export const handleSummary = summary
