// Temporary files of a run are in one folder, which the next run removes if this one is killed.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'modyard-e2e-'

/** Memory as a folder, and the free space that the sites of a run need in it, in bytes. */
const MEMORY = '/dev/shm'
const ENOUGH = 6 * 2 ** 30

/** Where the folders of runs are: in memory, if there is enough. Copying a site on a busy disk takes seconds. */
function root() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ENOUGH) return MEMORY
  } catch {
    // Not every system has it.
  }
  return tmpdir()
}

/** Whether a process is there, also one of another user. */
function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Makes the folder of this run and removes those of runs that are gone. Workers take the folder of their runner. */
export function scratch() {
  if (process.env.E2E_SCRATCH) return
  const parent = root()
  for (const place of new Set([parent, tmpdir()]))
    for (const name of readdirSync(place)) {
      if (name.startsWith(prefix) && !alive(Number(name.slice(prefix.length)))) rmSync(join(place, name), { recursive: true, force: true })
    }
  const folder = join(parent, `${prefix}${process.pid}`)
  mkdirSync(folder, { mode: 0o755 })
  process.env.E2E_SCRATCH = folder
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
