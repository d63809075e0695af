// Checks the gzipped JavaScript of the first load of each route against the budgets.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const budgets = [
  { name: 'core', entry: ['index.html'], kB: 125 },
  { name: 'home', entry: ['index.html', 'src/routes/index.tsx'], kB: 145 },
  { name: 'search', entry: ['index.html', 'src/routes/$listing.tsx'], kB: 155 },
  // With its overview, which is in the same files.
  { name: 'project', entry: ['index.html', 'src/routes/$type.$id.tsx'], kB: 160 },
]
const CSS_KB = 25

function collect(key, files, styles) {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const css of chunk.css ?? []) styles.add(css)
  for (const next of chunk.imports ?? []) collect(next, files, styles)
}

const gz = (file) => gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length / 1000
const keysOf = (source) => Object.keys(manifest).filter((key) => key === source || key.startsWith(`${source}?`))
let failed = false
for (const { name, entry, kB } of budgets) {
  const files = new Set()
  const styles = new Set()
  for (const source of entry) {
    const keys = keysOf(source)
    if (keys.length === 0) throw new Error(`no chunk for ${source} in the manifest`)
    for (const key of keys) collect(key, files, styles)
  }
  const size = [...files].reduce((sum, file) => sum + gz(file), 0)
  const css = [...styles].reduce((sum, file) => sum + gz(file), 0)
  const held = size <= kB && css <= CSS_KB
  failed ||= !held
  console.log(
    `${name.padEnd(8)} ${size.toFixed(1).padStart(6)} kB of ${kB}   css ${css.toFixed(1)} of ${CSS_KB}   ${held ? 'held' : 'NOT HELD'}`,
  )
}
process.exit(failed ? 1 : 0)
