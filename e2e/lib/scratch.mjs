// Temporary files of a run are in one folder, which the next run removes if this one is killed.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'modyard-e2e-'

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
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix) && !alive(Number(name.slice(prefix.length)))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  const folder = join(tmpdir(), `${prefix}${process.pid}`)
  mkdirSync(folder, { mode: 0o755 })
  process.env.E2E_SCRATCH = folder
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
