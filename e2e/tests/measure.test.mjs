// What measures the front end still finds what it measures.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '../lib/test.mjs'

const click = resolve(import.meta.dirname, '../click.mjs')
const LATE = 3 // the exit code above a limit, which a busy machine may be

test('every click, filter and key of make clicks is measured', async () => {
  const env = { ...process.env, MEASURED: 'demonstration' }
  const { code, out } = await new Promise((done) => {
    execFile(process.execPath, [click, '1'], { env, timeout: 300_000 }, (error, stdout, stderr) =>
      done({ code: error ? error.code : 0, out: stdout + stderr }),
    )
  })
  expect(code === 0 || code === LATE, out).toBeTruthy()
  expect(out.match(/p75 \d+ {2}p95/g)?.length, out).toBe(19)
})
