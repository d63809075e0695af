// The letters that a server without a mail server writes to its data directory.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The link in the newest letter whose path has this prefix, when it has been written. */
export async function linkOf(server, path) {
  const folder = join(server.dir, 'data', 'mail')
  for (const until = Date.now() + 15_000; Date.now() < until; await new Promise((r) => setTimeout(r, 100))) {
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
    for (const name of names) {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
      const found = new RegExp(`${path}\\?flow=[0-9A-Za-z]{60}`).exec(text)
      if (found) return found[0]
    }
  }
  throw new Error(`no letter with ${path}`)
}
