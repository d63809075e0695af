// A real server with its own data directory.
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { leave } from './browser.mjs'

const binary = resolve(import.meta.dirname, '../../bin/modyard')

// The server ends with the process that started it, also if that is killed.
const setpriv = '/usr/bin/setpriv'
const bound = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM', binary] : [binary]

/** A free port of the loopback interface. */
async function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

/**
 * Where the demonstration set of a build is kept, loaded. It contains the program's addresses, so its port is kept too:
 * servers that run at the same time take one each.
 */
async function templates() {
  const { mtimeMs, size } = await stat(binary)
  return [0, 1].map((n) => resolve(import.meta.dirname, `../out/demonstration-${Math.round(mtimeMs)}-${size}-${n}`))
}

const isFree = (port) =>
  new Promise((done) => {
    const probe = createServer().once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** Copies a folder with its owners: Postgres may run as another user. */
const copy = (from, to) => promisify(execFile)('cp', ['-a', from, to])

const inUse = (error) => error.message.includes('address already in use')

export class Server {
  /** The servers that this process has started and not stopped. */
  static running = new Set()

  host = '127.0.0.1'

  /** Starts `modyard serve` with the given arguments and waits until it is ready. */
  static async start(...args) {
    return Server.begin(new Server(), args)
  }

  /** The same with the name that a site of this machine has by default: localhost, which passkeys can belong to. */
  static async named(...args) {
    const server = new Server()
    server.host = 'localhost'
    return Server.begin(server, args)
  }

  static async begin(server, args) {
    server.dir = await mkdtemp(join(tmpdir(), 'modyard-e2e-'))
    server.args = args
    for (let left = 3; ; left--) {
      server.port = await freePort()
      server.url = `http://${server.host}:${server.port}`
      try {
        await server.launch()
        return server
      } catch (error) {
        // Another process, such as a browser opening a connection, may have taken the port.
        if (left === 0 || !inUse(error)) throw error
      }
    }
  }

  /** The same with the demonstration set: a copy of the cached set of this build, or newly loaded. */
  static async demonstration(...args) {
    for (const kept of await templates()) {
      const port = await readFile(join(kept, 'port'), 'utf8').catch(() => undefined)
      if (port === undefined) return Server.loaded(kept, args)
      const server = await Server.copied(kept, Number(port), args)
      if (server) return server
    }
    return Server.loaded(undefined, args)
  }

  /** The demonstration set with a game host, whose servers appear by themselves, as `make run` has it. */
  static hosting = () => Server.demonstration('--demo', '--demo-node')

  /** A server on a copy of a kept set, or undefined while its port is in use. */
  static async copied(kept, port, args) {
    // The server that has the port would answer for this one.
    if (!(await isFree(port))) return undefined
    const server = new Server()
    server.dir = await mkdtemp(join(tmpdir(), 'modyard-e2e-'))
    server.args = args
    server.port = port
    server.url = `http://127.0.0.1:${server.port}`
    await copy(join(kept, 'data'), join(server.dir, 'data'))
    try {
      await server.launch()
    } catch (error) {
      await rm(server.dir, { recursive: true, force: true })
      if (!inUse(error)) throw error
      return undefined
    }
    await server.indexed()
    return server
  }

  /** Loads the demonstration set into a new site, and caches it if a folder is given. */
  static async loaded(kept, args = []) {
    const server = await Server.start()
    await server.run('demo')
    await server.indexed()
    if (!kept && args.length === 0) return server
    await server.end()
    server.args = args
    if (!kept) {
      await server.launch()
      return server
    }
    await mkdir(dirname(kept), { recursive: true })
    const build = basename(kept).slice(0, -2)
    for (const old of await readdir(dirname(kept)))
      if (old.startsWith('demonstration-') && !old.startsWith(build)) await rm(join(dirname(kept), old), { recursive: true, force: true })
    const making = `${kept}-${process.pid}`
    await mkdir(making, { recursive: true })
    await copy(join(server.dir, 'data'), join(making, 'data'))
    await writeFile(join(making, 'port'), String(server.port))
    await rename(making, kept).catch(() => rm(making, { recursive: true, force: true })) // another run was faster
    await server.launch()
    await server.indexed()
    return server
  }

  /** Waits until search has everything that was loaded. */
  async indexed() {
    for (let seen = 0, same = 0; same < 3; ) {
      const { total_hits: now } = await (await fetch(`${this.url}/v2/search?limit=1`)).json()
      same = now > 0 && now === seen ? same + 1 : 0
      seen = now
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  /** Waits until readers see everything that was written. */
  async synced() {
    const begin = Date.now()
    for (;;) {
      const { synced } = await (await fetch(`${this.url}/_internal/status/sync`)).json()
      if (synced && Date.parse(synced) > begin) return
      await new Promise((done) => setTimeout(done, 500))
    }
  }

  get env() {
    return {
      ...process.env,
      MODYARD_ADDR: `127.0.0.1:${this.port}`,
      ...(this.host === '127.0.0.1' ? { MODYARD_PUBLIC_URL: this.url } : {}),
      MODYARD_DATA_DIR: join(this.dir, 'data'),
      MODYARD_PRIVATE_ADDR: '127.0.0.1:0',
      MODYARD_RATE_LIMIT: '0',
      // A proof that a busy machine has in no time: the usual one has no upper limit of its own.
      MODYARD_PROOF_BITS: '8',
      // A busy machine draws slowly: what is drawn is tested, not how soon.
      MODYARD_DRAW_TIME: '1m',
      // Withdrawals are paid by the sandbox of the demonstration.
      MODYARD_PAYOUT_METHODS: resolve(import.meta.dirname, '../../demo/payout-methods.json'),
      // Journeys know the numbers of downloads.
      MODYARD_DEMO_DOWNLOADS: '0',
      ...(process.env.MODYARD_UI_DIR ? { MODYARD_UI_DIR: process.env.MODYARD_UI_DIR } : {}),
    }
  }

  async launch() {
    this.log = ''
    Server.running.add(this)
    this.process = spawn(bound[0], [...bound.slice(1), 'serve', ...this.args], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk) => {
      this.log = (this.log + chunk).slice(-200_000)
    }
    this.process.stdout.on('data', keep)
    this.process.stderr.on('data', keep)
    this.exited = new Promise((done) => this.process.once('exit', (code, signal) => done({ code, signal })))
    this.ending = false
    void this.exited.then((how) => {
      if (!this.ending) console.error(`the server ended by itself with ${JSON.stringify(how)}:\n${this.log.slice(-20_000)}`)
    })
    const deadline = Date.now() + 120_000
    for (;;) {
      const gone = await Promise.race([this.exited, new Promise((r) => setTimeout(r, 150))])
      if (gone) throw new Error(`the server ended with ${JSON.stringify(gone)}:\n${this.log}`)
      const ready = await fetch(`${this.url}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
      // Another server may have taken the port since it was free, and answers.
      if (ready && this.log.includes('Serving on ')) return
      if (Date.now() > deadline) throw new Error(`the server was not ready in time:\n${this.log}`)
    }
  }

  /** Runs another command of the program on the same data directory. */
  async run(...args) {
    const { stdout } = await promisify(execFile)(binary, args, { env: this.env, maxBuffer: 16 << 20 })
    return stdout
  }

  /** The same with text on standard input. */
  async feed(input, ...args) {
    const running = promisify(execFile)(binary, args, { env: this.env })
    running.child.stdin.end(input)
    const { stdout } = await running
    return stdout
  }

  /** Kills the program without a shutdown, as a power cut would. */
  async kill() {
    this.ending = true
    this.process.kill('SIGKILL')
    await this.exited
  }

  /** Shuts the program down in order; its data is kept. */
  async end() {
    this.ending = true
    this.process.kill('SIGTERM')
    const late = setTimeout(() => this.process.kill('SIGKILL'), 20_000)
    await this.exited
    clearTimeout(late)
  }

  /** Closes the pages of this server's visitors, then ends it: an open page costs memory, and asks a server that is gone. */
  async stop() {
    await leave(this.url)
    await this.end()
    Server.running.delete(this)
    await rm(this.dir, { recursive: true, force: true })
  }
}
